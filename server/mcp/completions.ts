import * as v from 'valibot';
import { jsonObject } from '#server/http/json/json-object.ts';
import type { Library } from '#server/library/library.ts';
import { promptName } from '#contract/prompt-reference.ts';

const maxValues = 100;
/** As much as the tool reads. */
const maxQueryCharacters = 1_000;

const lastValuesRow = v.object({ last_values: jsonObject });

/** Returns values for an argument of a prompt: its choices, or its default and the last value. */
export async function completeArgument(
  library: Library,
  reference: string,
  argument: string,
  typed: string,
): Promise<string[]> {
  const prompt = await library.find(reference);
  const { variables } = await library.expand(prompt);
  const variable = variables.find(({ name }) => name === argument);
  if (variable === undefined) return [];
  if (variable.kind === 'choice') return startingWith(variable.choices, typed);
  const [used] = await library.query(
    lastValuesRow,
    `select json_build_object('last_values', last_values) from public.prompt_uses
      where user_id = auth.uid() and prompt_id = $1`,
    [prompt.id],
  );
  const last = used?.last_values[argument];
  const values = [typeof last === 'string' ? last : '', variable.defaultValue];
  return startingWith([...new Set(values)], typed);
}

/** Returns names of prompts that a search for the typed text finds. */
export async function completeReference(library: Library, typed: string): Promise<string[]> {
  const query = typed.slice(0, maxQueryCharacters).replaceAll('-', ' ');
  const rows = await library.search(query, maxValues);
  return rows.map((row) => promptName(row));
}

function startingWith(values: readonly string[], typed: string): string[] {
  const start = typed.toLowerCase();
  return values
    .filter((value) => value !== '' && value.toLowerCase().startsWith(start))
    .slice(0, maxValues);
}

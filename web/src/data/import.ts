import { mutationOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { db } from './client.ts';
import { DataError, unwrap } from './fail.ts';

/** A prompt as `import_prompts` takes it; `group` is a name. */
interface PromptToImport {
  readonly title: string;
  readonly content: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly group: string | null;
}

export interface ImportRequest {
  readonly prompts: readonly PromptToImport[];
  /** Store again what the person's library holds already. */
  readonly includeKnown: boolean;
}

export interface ImportResult {
  readonly imported: number;
  /** Positions, from 0, of the prompts that the library held already. */
  readonly known: readonly number[];
  readonly newGroups: number;
}

/** Which of these fingerprints (see `fingerprint`) belong to prompts that the person has. */
export async function knownFingerprints(
  fingerprints: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (fingerprints.length === 0) return new Set();
  const known = unwrap(
    await db.rpc('known_prompts', { fingerprints: [...fingerprints] }).abortSignal(signal),
  );
  return new Set(known);
}

/**
 * Stores all the prompts of a file, and the groups they name, in one transaction: all of them or none. What
 * the library holds already is left out, so that sending a file twice, after a lost answer, does no harm.
 */
export function importPrompts() {
  return mutationOptions({
    mutationFn: async ({ prompts, includeKnown }: ImportRequest): Promise<ImportResult> => {
      const items = prompts.map(({ title, content, description, tags, category, group }) => ({
        title,
        content,
        description,
        tags: [...tags],
        category,
        group,
      }));
      const answer: unknown = unwrap(
        await db.rpc('import_prompts', { items, include_known: includeKnown }),
      );
      return readResult(answer);
    },
    // Whatever lists prompts or groups has changed; what is in sight is fetched again.
    onSuccess: (_data, _input, _before, { client }) => client.invalidateQueries(),
  });
}

const resultSchema = v.object({
  imported: v.number(),
  known: v.array(v.number()),
  new_groups: v.number(),
});

function readResult(answer: unknown): ImportResult {
  const { success, output } = v.safeParse(resultSchema, answer);
  if (!success) throw new DataError('The server did not say what was imported');
  return { imported: output.imported, known: output.known, newGroups: output.new_groups };
}

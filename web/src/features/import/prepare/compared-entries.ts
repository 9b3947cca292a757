import type { Json } from '#contract/database.types.ts';
import { withoutReferences } from '#templating/references.ts';
import type { ChainToImport, ComparedEntry } from '#web/data/library-files/import.ts';
import type { ExportedEntries } from './check-exported-entries.ts';
import { jsonDigest } from './json-digest.ts';

/**
 * Returns chains, runs, comments and uses of a file as the database compares them; groups depend on the choices.
 * The digests are those of `chain_digest`, `run_digest` and `comment_digest` of the database.
 */
export function comparedEntries(
  prompts: readonly { readonly key: string; readonly fingerprint: string }[],
  { chains, runs, comments, uses }: ExportedEntries,
): ComparedEntry[] {
  const prints = new Map(prompts.map(({ key, fingerprint }) => [key, fingerprint]));
  const identity = (id: string | null) => (id === null ? null : (prints.get(id) ?? id));
  return [
    ...chains.map(({ title, description, steps }) => ({
      kind: 'chains' as const,
      digest: jsonDigest([title, description, steps.map(comparedStep)]),
      prompts: steps.map(({ prompt }) => identity(prompt)),
    })),
    ...runs.map(({ title, answers, steps, created_at }) => ({
      kind: 'runs' as const,
      digest: jsonDigest([title, [...answers], steps.map(withoutPrompt)]),
      created_at,
      prompts: steps.map((step) => identity(promptOf(step))),
    })),
    ...comments.map(({ prompt, body, created_at }) => ({
      kind: 'comments' as const,
      digest: jsonDigest(body),
      created_at,
      prompts: [prints.get(prompt) ?? null],
    })),
    ...uses.map(({ prompt }) => ({ kind: 'uses' as const, prompts: [identity(prompt)] })),
  ];
}

function comparedStep({ title, content, bindings }: ChainToImport['steps'][number]): Json {
  return [title, content === null ? null : withoutReferences(content), { ...bindings }];
}

function withoutPrompt(step: Json): Json {
  if (!isObject(step)) return step;
  const { prompt_id: _prompt, ...rest } = step;
  return rest;
}

function promptOf(step: Json): string | null {
  const id = isObject(step) ? step['prompt_id'] : null;
  return typeof id === 'string' ? id : null;
}

function isObject(value: Json): value is { [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

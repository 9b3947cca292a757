import type { ImportRequest } from '#web/data/import.ts';
import { makeVariables } from './make-variables.ts';
import type { PreparedPrompt } from './prepare-import.ts';
import type { ImportChoices, SourcePreview } from './import-preview.ts';

/** What will be stored of a file: all of it, or what the library does not hold yet. */
export function chosenPrompts(
  { file, known }: SourcePreview,
  includeKnown: boolean,
): readonly PreparedPrompt[] {
  if (includeKnown || known.size === 0) return file.prompts;
  return file.prompts.filter(({ fingerprint }) => !known.has(fingerprint));
}

/** Whether a file holds chains or groups that may be made, beside its prompts. */
export function hasMore({ file }: SourcePreview): boolean {
  return file.own && (file.chains.length > 0 || file.groups.length > 0);
}

/**
 * What is sent of a file. Of an export all of it, since chains and forks refer to what the library may hold already;
 * the database leaves that out.
 */
export function toRequest(
  source: SourcePreview,
  choices: ImportChoices,
): Omit<ImportRequest, 'onSent'> {
  const { file } = source;
  const { includeKnown, publish } = choices;
  const chosen = file.own ? file.prompts : chosenPrompts(source, choices.includeKnown);
  const prompts = makeVariables(chosen, choices.variables);
  const used = new Set(prompts.map(({ group }) => group));
  return {
    includeKnown,
    publish,
    groups: file.own ? file.groups : file.groups.filter(({ key }) => used.has(key)),
    prompts: prompts.map(toItem),
    versions: prompts.flatMap(({ versions }) => versions),
    chains: file.chains,
  };
}

/** A prompt without what only the preview shows. */
function toItem({
  row: _row,
  line: _line,
  file: _file,
  groupName: _name,
  versions: _versions,
  fingerprint: _print,
  notations: _notations,
  ...item
}: PreparedPrompt) {
  return item;
}

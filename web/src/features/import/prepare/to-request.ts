import type { ImportRequest } from '#web/data/library-files/import.ts';
import { makeVariables } from './make-variables.ts';
import type { PreparedPrompt } from './prepare-import.ts';
import type { SourcePlan } from './import-plan.ts';
import type { ImportChoices } from './import-preview.ts';

/**
 * What is sent of a file. Of an export all of it, since chains and forks refer to what the library may hold already;
 * the database leaves that out.
 */
export function toRequest(plan: SourcePlan, choices: ImportChoices): Omit<ImportRequest, 'onSent'> {
  const { file } = plan.source;
  const { includeExisting, publish } = choices;
  // What an earlier file of the same import holds is sent too, since that file may fail.
  const known = new Set(plan.known);
  const chosen = file.own ? file.prompts : file.prompts.filter((prompt) => !known.has(prompt));
  const prompts = makeVariables(chosen, choices.variables);
  const used = new Set(prompts.map(({ group }) => group));
  return {
    includeExisting,
    publish,
    groups: file.own ? file.groups : file.groups.filter(({ key }) => used.has(key)),
    prompts: prompts.map(toItem),
    versions: prompts.flatMap(({ versions }) => versions),
    chains: file.chains,
    runs: file.runs,
    comments: file.comments,
    uses: file.uses,
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
  converted: _converted,
  ...item
}: PreparedPrompt) {
  return item;
}

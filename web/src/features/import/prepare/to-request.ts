import type { ImportRequest } from '#web/data/library-files/import.ts';
import { makeVariables } from './make-variables.ts';
import type { PreparedPrompt } from './prepare-import.ts';
import type { SourcePlan } from './import-plan.ts';
import type { ImportChoices } from './import-preview.ts';

/**
 * Returns the request that imports a file. An export is sent whole, since its chains and forks
 * refer to prompts that may already be in the library; the database leaves those out.
 */
export function toRequest(plan: SourcePlan, choices: ImportChoices): Omit<ImportRequest, 'onSent'> {
  const { file } = plan.source;
  const { includeExisting, publish } = choices;
  // Prompts of an earlier file are sent again, since that file may fail.
  const inLibrary = new Set(plan.inLibrary);
  const chosen = file.isExport
    ? file.prompts
    : file.prompts.filter((prompt) => !inLibrary.has(prompt));
  const prompts = makeVariables(chosen, choices.variables);
  const used = new Set(prompts.map(({ group }) => group));
  return {
    includeExisting,
    publish,
    groups: file.isExport ? file.groups : file.groups.filter(({ key }) => used.has(key)),
    prompts: prompts.map(toItem),
    versions: prompts.flatMap(({ versions }) => versions),
    chains: file.chains,
    runs: file.runs,
    comments: file.comments,
    uses: file.uses,
  };
}

/** Returns a prompt without the fields that only the preview needs. */
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

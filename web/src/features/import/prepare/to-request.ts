import type {
  ComparedEntry,
  GroupToImport,
  ImportRequest,
} from '#web/data/library-files/import.ts';
import { makeVariables } from './make-variables.ts';
import { groupsFor, organizePrompts } from './organize.ts';
import type { PreparedPrompt } from './prepare-import.ts';
import type { SourcePlan } from './import-plan.ts';
import type { ImportChoices } from './import-preview.ts';

/**
 * Returns the request that imports a file. An export is sent whole, since its chains and forks
 * refer to prompts that may already be in the library; the database leaves those out.
 */
export function toRequest(
  plan: SourcePlan,
  choices: ImportChoices,
): Omit<ImportRequest, 'onSent' | 'teamId'> {
  const { file } = plan.source;
  const { includeExisting, publish } = choices;
  const prompts = makeVariables(promptsToSend(plan, choices), choices.variables);
  return {
    includeExisting,
    publish,
    groups: groupsToSend(plan, choices),
    prompts: prompts.map(toItem),
    versions: prompts.flatMap(({ versions }) => versions),
    chains: file.chains,
    runs: file.runs,
    comments: file.comments,
    uses: file.uses,
  };
}

/** Returns the prompts to send: also those of an earlier file, since that file may fail. */
function promptsToSend(
  { source: { file }, inLibrary }: SourcePlan,
  choices: ImportChoices,
): readonly PreparedPrompt[] {
  if (file.isExport) return file.prompts;
  const existing = new Set(inLibrary);
  const sent = file.prompts.filter((prompt) => !existing.has(prompt));
  return organizePrompts(sent, file, choices);
}

function groupsToSend(plan: SourcePlan, choices: ImportChoices): readonly GroupToImport[] {
  const { file } = plan.source;
  return file.isExport
    ? file.groups
    : groupsFor(promptsToSend(plan, choices), file.groups, choices);
}

/** Returns what is sent besides prompts, as the database compares it with the library. */
export function entriesToCompare(
  plan: SourcePlan,
  choices: ImportChoices,
): readonly ComparedEntry[] {
  const groups = groupsToSend(plan, choices).map(({ path }) => ({ kind: 'groups' as const, path }));
  return [...groups, ...plan.source.file.compared];
}

/** Returns a prompt without the fields that only the preview needs. */
function toItem({
  row: _row,
  line: _line,
  file: _file,
  groupName: _name,
  versions: _versions,
  files: _files,
  fingerprint: _print,
  notations: _notations,
  converted: _converted,
  ...item
}: PreparedPrompt) {
  return item;
}

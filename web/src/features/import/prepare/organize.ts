import type { GroupToImport } from '#web/data/library-files/import.ts';
import { addTags } from '#web/data/prompts/prompt-values.ts';
import type { ImportChoices } from './import-preview.ts';
import type { PreparedFile, PreparedPrompt } from './prepare-import.ts';

type Organization = Pick<ImportChoices, 'group' | 'tags'>;

/** Returns the prompts of a file with the chosen tags, and in the chosen group if they have none. */
export function organizePrompts(
  prompts: readonly PreparedPrompt[],
  { isExport }: Pick<PreparedFile, 'isExport'>,
  { group, tags }: Organization,
): readonly PreparedPrompt[] {
  const name = group.trim();
  // An export comes back as it was.
  if (isExport || (name === '' && tags.length === 0)) return prompts;
  return prompts.map((prompt) => ({
    ...prompt,
    tags: tags.length === 0 ? prompt.tags : addTags(prompt.tags, tags.join(',')).tags,
    ...(prompt.group === null && name !== '' ? { group: groupOf(name).key, groupName: name } : {}),
  }));
}

/** Returns the groups that the prompts need: those of the file, and the chosen one. */
export function groupsFor(
  prompts: readonly PreparedPrompt[],
  fileGroups: readonly GroupToImport[],
  { group }: Organization,
): readonly GroupToImport[] {
  const used = new Set(prompts.map((prompt) => prompt.group));
  const groups = fileGroups.filter(({ key }) => used.has(key));
  const chosen = groupOf(group.trim());
  const isMissing = used.has(chosen.key) && !groups.some(({ key }) => key === chosen.key);
  return isMissing ? [...groups, chosen] : groups;
}

/** Returns a group as a file that names it would have it. */
function groupOf(name: string): GroupToImport {
  return { key: name.toLowerCase(), name, description: 'Imported' };
}

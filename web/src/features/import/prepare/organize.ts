import type { GroupToImport } from '#web/data/library-files/import.ts';
import { addTags } from '#web/data/prompts/add-tags.ts';
import { createGroupLookup } from './check-exported-prompt.ts';
import { checkGroupPath } from './check-text.ts';
import type { ImportChoices } from './import-preview.ts';
import type { PreparedFile, PreparedPrompt } from './prepare-import.ts';

type Organization = Pick<ImportChoices, 'group' | 'tags'>;

/** Returns the prompts of a file with the chosen tags, and in the chosen group if they have none. */
export function organizePrompts(
  prompts: readonly PreparedPrompt[],
  { isExport }: Pick<PreparedFile, 'isExport'>,
  { group, tags }: Organization,
): readonly PreparedPrompt[] {
  const path = checkGroupPath(group);
  // An export comes back as it was.
  if (isExport || (path === null && tags.length === 0)) return prompts;
  const key = createGroupLookup([]).keyOf(path);
  return prompts.map((prompt) => ({
    ...prompt,
    tags: tags.length === 0 ? prompt.tags : addTags(prompt.tags, tags.join(',')).tags,
    ...(prompt.group === null && path !== null ? { group: key, groupName: path } : {}),
  }));
}

/** Returns the groups that the prompts need: those of the file, and the chosen one. */
export function groupsFor(
  prompts: readonly PreparedPrompt[],
  fileGroups: readonly GroupToImport[],
  { group }: Organization,
): readonly GroupToImport[] {
  const chosen = createGroupLookup([]);
  chosen.keyOf(group);
  const groups = new Map([...chosen.used.values(), ...fileGroups].map((each) => [each.key, each]));
  const used = new Set<string>();
  const addWithParents = (key: string | null): void => {
    if (key === null || used.has(key)) return;
    addWithParents(groups.get(key)?.parent ?? null);
    used.add(key);
  };
  for (const prompt of prompts) addWithParents(prompt.group);
  return [...used].flatMap((key) => groups.get(key) ?? []);
}

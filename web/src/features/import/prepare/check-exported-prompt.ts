import { limits } from '#contract/limits.ts';
import type {
  GroupToImport,
  PromptToImport,
  VersionToImport,
} from '#web/data/library-files/import.ts';
import type { LibraryFile, LibraryGroup, LibraryPrompt } from '#web/lib/storage/library-file.ts';
import { formatGroupPath, parseGroupPath } from '#text/group-path.ts';
import { checkGroupPath, checkText, RowFault } from './check-text.ts';

export interface ExportedPrompt {
  readonly item: PromptToImport;
  readonly groupName: string | null;
  readonly versions: readonly VersionToImport[];
  readonly files: readonly LibraryFile[];
}

/** Looks up groups by id, if it still has that path, else by path, and collects those used. */
export function createGroupLookup(groups: readonly LibraryGroup[]) {
  const used = new Map<string, GroupToImport>();
  const byId = new Map(groups.map((group) => [group.id, group]));
  const pathOf = ({ name, parent }: LibraryGroup): string[] => {
    const around = parent === null ? undefined : byId.get(parent);
    return around === undefined ? [name.trim()] : [...pathOf(around), name.trim()];
  };
  const byPath = new Map(groups.toReversed().map((group) => [groupKey(pathOf(group)), group]));

  function addGroup(group: LibraryGroup): string {
    const { id: key, description, created_at, updated_at } = group;
    if (used.has(key)) return key;
    const around = group.parent === null ? undefined : byId.get(group.parent);
    const parent = around === undefined ? null : addGroup(around);
    used.set(key, { key, path: pathOf(group), parent, description, created_at, updated_at });
    return key;
  }

  function addPath(path: readonly string[]): string {
    const key = groupKey(path);
    const group = byPath.get(key);
    if (group !== undefined) return addGroup(group);
    if (used.has(key)) return key;
    const parent = path.length > 1 ? addPath(path.slice(0, -1)) : null;
    used.set(key, { key, path, parent, description: 'Imported' });
    return key;
  }

  return {
    used,
    addGroup,
    /** Returns the key in this import of the group with a path; null for none. */
    keyOf(text: string | null, id: string | null = null): string | null {
      const path = checkGroupPath(text);
      if (path === null) return null;
      const names = parseGroupPath(path);
      const named = id === null ? undefined : byId.get(id);
      // Files of earlier editions have names instead of paths.
      const isSame = named && (named.name === text || groupKey(pathOf(named)) === groupKey(names));
      return named && isSame ? addGroup(named) : addPath(names);
    },
  };
}

/** Returns the key of a group that a file names by its path. */
function groupKey(path: readonly string[]): string {
  return formatGroupPath(path).toLowerCase();
}

type GroupLookup = ReturnType<typeof createGroupLookup>;

/** Returns an exported prompt as it will be stored. Throws {@link RowFault} if it can't be. */
export function checkExportedPrompt(prompt: LibraryPrompt, groups: GroupLookup): ExportedPrompt {
  if (prompt.title.trim() === '') throw new RowFault('It has no title.');
  if (prompt.content === '') throw new RowFault('It has no content.');
  const { newest, versions } = prompt;
  const numbers = [...versions, ...(newest ? [newest] : [])].map((each) => each.version_number);
  if (numbers.some((number, index) => number !== index + 1)) {
    throw new RowFault('A version is missing from its history or appears twice.');
  }
  const item: PromptToImport = {
    key: prompt.id,
    ...stateOf(prompt, groups),
    is_favorite: prompt.is_favorite,
    forked_from: prompt.forked_from,
    forked_from_version: prompt.forked_from_version,
    created_at: prompt.created_at,
    updated_at: prompt.updated_at,
    newest: newest && metadataOf(newest),
    has_files: prompt.files.length > 0,
  };
  return {
    item,
    groupName: prompt.group,
    files: prompt.files,
    versions: versions.map((version) => ({
      prompt: prompt.id,
      ...stateOf(version, groups),
      ...metadataOf(version),
    })),
  };
}

type State = Pick<
  LibraryPrompt,
  | 'title'
  | 'content'
  | 'description'
  | 'tags'
  | 'category'
  | 'icon'
  | 'is_public'
  | 'group'
  | 'group_id'
>;

function stateOf(state: State, groups: GroupLookup) {
  if (state.tags.length > limits.tagCount) {
    throw new RowFault(`It has ${state.tags.length} tags; the limit is ${limits.tagCount}.`);
  }
  for (const tag of state.tags) checkText(tag, `tag “${tag.slice(0, 30)}”`, limits.tagLength);
  return {
    title: checkText(state.title, 'title', limits.titleLength) ?? '',
    content: checkText(state.content, 'content', limits.contentLength) ?? '',
    description: checkText(state.description, 'description', limits.descriptionLength),
    tags: state.tags,
    category: checkText(state.category, 'category', limits.categoryLength),
    icon: checkText(state.icon, 'icon', limits.iconLength),
    is_public: state.is_public,
    group: groups.keyOf(state.group, state.group_id),
  };
}

function metadataOf(version: {
  readonly change_description: string | null;
  readonly created_at: string | null;
}) {
  return {
    change_description: checkText(
      version.change_description,
      'change description',
      limits.changeDescriptionLength,
    ),
    created_at: version.created_at,
  };
}

import { limits } from '#contract/limits.ts';
import type {
  GroupToImport,
  PromptToImport,
  VersionToImport,
} from '#web/data/library-files/import.ts';
import type { LibraryFile, LibraryGroup, LibraryPrompt } from '#web/lib/storage/library-file.ts';
import { checkText, RowFault } from './check-text.ts';

export interface ExportedPrompt {
  readonly item: PromptToImport;
  readonly groupName: string | null;
  readonly versions: readonly VersionToImport[];
  readonly files: readonly LibraryFile[];
}

/** Looks up groups by id, if it still has that name, else by name, and collects those used. */
export function createGroupLookup(groups: readonly LibraryGroup[]) {
  const used = new Map<string, GroupToImport>();
  const byId = new Map(groups.map((group) => [group.id, group]));
  const byName = new Map(groups.toReversed().map((group) => [group.name.toLowerCase(), group]));
  return {
    used,
    /** Returns the group's key in this import; null for none. */
    keyOf(name: string | null, id: string | null): string | null {
      if (name === null) return null;
      const named = id === null ? undefined : byId.get(id);
      const group = named?.name === name ? named : byName.get(name.toLowerCase());
      const key = group?.id ?? name.toLowerCase();
      if (!used.has(key)) {
        used.set(
          key,
          group ? { ...group, key } : { key, name: checkedName(name), description: 'Imported' },
        );
      }
      return key;
    },
  };
}

function checkedName(name: string): string {
  return checkText(name, 'group', limits.groupNameLength) ?? '';
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

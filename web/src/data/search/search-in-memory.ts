import { groupsOnPath, parseGroupPath, type GroupPlace } from '#text/group-path.ts';
import { findWords, type Found } from '#web/lib/search/find-words.ts';
import { fold } from '#web/lib/search/fold.ts';
import { parseSearch, type FilterName, type SearchFilter } from '#web/lib/search/parse-search.ts';
import { hideReferenceIds } from '#web/lib/variables/hide-reference-ids.ts';
import { findVariables } from '#templating/variables.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';

/**
 * Searches prompts in memory as the database would, best first. Authors can't be matched: lists
 * lack their names. `groups` are those that `in:` may name.
 */
export function searchInMemory(
  prompts: readonly PromptSummary[],
  search: string,
  groups: readonly GroupPlace[] = [],
  now = Date.now(),
): Found<PromptSummary> {
  const { words, filters } = parseSearch(search);
  const candidates = prompts.filter((prompt) => matchesFilters(prompt, filters, { groups, now }));
  return findWords(candidates, words, textsOf);
}

/** Returns the texts to search, in the order of their weight. */
function textsOf({ title, tags, category, templateCategory, ...prompt }: PromptSummary): string[] {
  const kinds = [...tags, category ?? '', templateCategory ?? ''];
  return [
    title,
    kinds.join('\n'),
    prompt.description,
    hideReferenceIds(prompt.content ?? prompt.preview),
  ];
}

/** Filters of which any one must match; of the others, every one must. */
const anyOf: readonly FilterName[] = ['category', 'group', 'in', 'author'];

function matchesFilters(
  prompt: PromptSummary,
  filters: readonly SearchFilter[],
  context: SearchContext,
): boolean {
  return [...Map.groupBy(filters, ({ name }) => name)].every(([name, group]) => {
    const matches = ({ value }: SearchFilter) => checks[name](prompt, value, context);
    return anyOf.includes(name) ? group.some(matches) : group.every(matches);
  });
}

interface SearchContext {
  readonly groups: readonly GroupPlace[];
  readonly now: number;
}

type Check = (prompt: PromptSummary, value: string, context: SearchContext) => boolean;

const checks: Record<FilterName, Check> = {
  tag: ({ tags }, value) => tags.some((tag) => fold(tag) === value),
  category: ({ category, templateCategory }, value) =>
    fold(category ?? templateCategory ?? '') === value,
  group: ({ groupName }, value) => groupName !== null && fold(groupName).includes(value),
  in: ({ groupId }, value, { groups }) =>
    isBelow(
      groups,
      groupId,
      parseGroupPath(value).map((name) => fold(name).trim()),
    ),
  author: () => false,
  is: ({ isPublic, isTemplate, starred }, value) => {
    if (value === 'template') return isTemplate;
    if (value === 'public' || value === 'private') return isPublic === (value === 'public');
    return starred;
  },
  has: ({ content, preview }) => findVariables(content ?? preview).length > 0,
  used: ({ lastUsedAt }, value, { now }) => {
    if (value === 'never') return lastUsedAt === null;
    const since = now - Number.parseInt(value.slice(1), 10) * (hours[value.slice(-1)] ?? 0) * hour;
    const isRecent = lastUsedAt !== null && Date.parse(lastUsedAt) > since;
    return isRecent === value.startsWith('<');
  },
};

/** Returns whether a group, or one around it, has a path that ends in these folded names. */
function isBelow(
  groups: readonly GroupPlace[],
  groupId: string | null,
  names: readonly string[],
): boolean {
  const path = groupsOnPath(groups, groupId).map(({ name }) => fold(name).trim());
  return path.some((_name, index) => {
    const around = path.slice(0, index + 1);
    return (
      names.length > 0 &&
      around.length >= names.length &&
      around.slice(-names.length).every((name, at) => name === names[at])
    );
  });
}

const hour = 3_600_000;
const hours: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168, m: 730.5, y: 8_766 };

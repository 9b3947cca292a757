import type { PromptSummary } from '#web/data/prompts/prompt.ts';

export type FavouritesSort = 'recent' | 'lastUsed' | 'alphabetical';

export interface FavouritesFilter {
  /** Any of them; none means all. */
  readonly categories: ReadonlySet<string>;
  /** All of them. */
  readonly tags: ReadonlySet<string>;
}

export interface FavouritesGroup {
  /** Null: prompts that are in no group. */
  readonly id: string | null;
  readonly name: string;
  readonly prompts: readonly PromptSummary[];
}

const recentlyUsedCount = 5;

/** At most five that were used last, newest first. */
export function recentlyUsed(prompts: readonly PromptSummary[]): PromptSummary[] {
  return prompts
    .filter(({ lastUsedAt }) => lastUsedAt !== null)
    .sort((one, other) => descending(one.lastUsedAt, other.lastUsedAt))
    .slice(0, recentlyUsedCount);
}

/** A prompt must lie in one of the chosen categories, and carry all chosen tags. */
export function filterFavourites(
  prompts: readonly PromptSummary[],
  { categories, tags }: FavouritesFilter,
): PromptSummary[] {
  return prompts.filter(
    ({ category, tags: own }) =>
      (categories.size === 0 || (category !== null && categories.has(category))) &&
      [...tags].every((tag) => own.includes(tag)),
  );
}

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const orders: Record<FavouritesSort, (one: PromptSummary, other: PromptSummary) => number> = {
  recent: (one, other) => descending(one.createdAt, other.createdAt),
  // What was never used comes after what was, newest first.
  lastUsed: (one, other) =>
    descending(one.lastUsedAt, other.lastUsedAt) || descending(one.createdAt, other.createdAt),
  alphabetical: (one, other) => names.compare(one.title, other.title),
};

export function sortFavourites(
  prompts: readonly PromptSummary[],
  sort: FavouritesSort,
): PromptSummary[] {
  return [...prompts].sort(orders[sort]);
}

/** Groups in the order in which their first prompt comes; prompts in no group at the end. */
export function groupFavourites(prompts: readonly PromptSummary[]): FavouritesGroup[] {
  const groups = new Map<string | null, { name: string; prompts: PromptSummary[] }>();
  for (const prompt of prompts) {
    // A group that one may not see (of a public prompt) is none.
    const id = prompt.groupName === null ? null : prompt.groupId;
    const group = groups.get(id);
    if (group) group.prompts.push(prompt);
    else groups.set(id, { name: prompt.groupName ?? 'No group', prompts: [prompt] });
  }
  return [...groups]
    .map(([id, group]) => ({ id, ...group }))
    .sort((one, other) => Number(one.id === null) - Number(other.id === null));
}

/** What can be filtered by, in the order of the alphabet. */
export function filterChoices(prompts: readonly PromptSummary[]): {
  categories: string[];
  tags: string[];
} {
  const categories = new Set(prompts.flatMap(({ category }) => category ?? []));
  const tags = new Set(prompts.flatMap(({ tags: own }) => own));
  return {
    categories: [...categories].sort(names.compare),
    tags: [...tags].sort(names.compare),
  };
}

/** Times of the wire all have the same form, so that they compare as text; null counts as the oldest. */
function descending(one: string | null, other: string | null): number {
  const [first, second] = [one ?? '', other ?? ''];
  return first === second ? 0 : first < second ? 1 : -1;
}

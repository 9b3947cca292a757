import type { PromptSummary } from '#web/data/prompts/prompt.ts';

export type FavouritesSort = 'recent' | 'lastUsed' | 'alphabetical';

export interface FavouritesFilter {
  /** A prompt must be in one of them; an empty set means all. */
  readonly categories: ReadonlySet<string>;
  /** A prompt must have all of them. */
  readonly tags: ReadonlySet<string>;
}

export interface FavouritesGroup {
  /** Null for prompts without a group. */
  readonly id: string | null;
  readonly name: string;
  readonly prompts: readonly PromptSummary[];
}

const recentlyUsedCount = 5;

/** Returns the five prompts that were used last, newest first. */
export function recentlyUsed(prompts: readonly PromptSummary[]): PromptSummary[] {
  return prompts
    .filter(({ lastUsedAt }) => lastUsedAt !== null)
    .sort((one, other) => descending(one.lastUsedAt, other.lastUsedAt))
    .slice(0, recentlyUsedCount);
}

/** Returns the prompts in one of the selected categories that have all selected tags. */
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
  // Prompts that were never used come last, newest first.
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

/**
 * Groups prompts in the order of each group's first prompt, with prompts without a group at the
 * end.
 */
export function groupFavourites(prompts: readonly PromptSummary[]): FavouritesGroup[] {
  const groups = new Map<string | null, { name: string; prompts: PromptSummary[] }>();
  for (const prompt of prompts) {
    // The group of another user's public prompt is not readable, so it counts as none.
    const id = prompt.groupName === null ? null : prompt.groupId;
    const group = groups.get(id);
    if (group) group.prompts.push(prompt);
    else groups.set(id, { name: prompt.groupName ?? 'No group', prompts: [prompt] });
  }
  return [...groups]
    .map(([id, group]) => ({ id, ...group }))
    .sort((one, other) => Number(one.id === null) - Number(other.id === null));
}

/** Returns the categories and tags to filter by, in alphabetical order. */
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

/** Compares timestamps as text, since the REST API formats them all alike; null is the oldest. */
function descending(one: string | null, other: string | null): number {
  const [first, second] = [one ?? '', other ?? ''];
  return first === second ? 0 : first < second ? 1 : -1;
}

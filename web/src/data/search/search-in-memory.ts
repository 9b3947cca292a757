import { findWords, type Found } from '#web/lib/search/find-words.ts';
import { fold } from '#web/lib/search/fold.ts';
import { parseSearch, type FilterName, type SearchFilter } from '#web/lib/search/parse-search.ts';
import { findVariables } from '#web/lib/variables/variables.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';

/** What a search finds among prompts that are all held in the page, best first: as the database would, but for authors, whose names are not held. */
export function searchInMemory(
  prompts: readonly PromptSummary[],
  search: string,
  now = Date.now(),
): Found<PromptSummary> {
  const { words, filters } = parseSearch(search);
  const left = prompts.filter((prompt) => passes(prompt, filters, now));
  return findWords(left, words, textsOf);
}

/** In the order of their weight. */
function textsOf({ title, tags, category, templateCategory, ...prompt }: PromptSummary): string[] {
  const kinds = [...tags, category ?? '', templateCategory ?? ''];
  return [title, kinds.join('\n'), prompt.description, prompt.content ?? prompt.preview];
}

/** Several of these are any of them; of all others every one must be so. */
const anyOf: readonly FilterName[] = ['group', 'author'];

function passes(prompt: PromptSummary, filters: readonly SearchFilter[], now: number): boolean {
  return [...Map.groupBy(filters, ({ name }) => name)].every(([name, them]) => {
    const holds = ({ value }: SearchFilter) => checks[name](prompt, value, now);
    return anyOf.includes(name) ? them.some(holds) : them.every(holds);
  });
}

const checks: Record<FilterName, (prompt: PromptSummary, value: string, now: number) => boolean> = {
  tag: ({ tags }, value) => tags.some((tag) => fold(tag) === value),
  group: ({ groupName }, value) => groupName !== null && fold(groupName).includes(value),
  author: () => false,
  is: ({ isPublic, isTemplate, starred }, value) => {
    if (value === 'template') return isTemplate;
    if (value === 'public' || value === 'private') return isPublic === (value === 'public');
    return starred;
  },
  has: ({ content, preview }) => findVariables(content ?? preview).length > 0,
  used: ({ lastUsedAt }, value, now) => {
    if (value === 'never') return lastUsedAt === null;
    const since = now - Number.parseInt(value.slice(1), 10) * (hours[value.slice(-1)] ?? 0) * hour;
    const lately = lastUsedAt !== null && Date.parse(lastUsedAt) > since;
    return lately === value.startsWith('<');
  },
};

const hour = 3_600_000;
const hours: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168, m: 730.5, y: 8_766 };

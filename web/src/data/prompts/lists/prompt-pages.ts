import { nextKey, type PageKey } from '#web/data/backend/keyset-pages.ts';
import { toPrompt, type PromptRow, type PromptSummary } from '../prompt.ts';

/** The start of the next page: a key, or the search's cursor. Null when this page is the last. */
export type Cursor = readonly string[] | null;

/** A cached page of a list. */
export interface PromptPage {
  readonly prompts: readonly PromptSummary[];
  readonly next: Cursor;
  /** No exact match: these differ by one letter. */
  readonly typoForgiven: boolean;
  /** Offline: only cached pages were searched. */
  readonly fromOfflineCache?: boolean;
}

/** Returns the page of rows that were read before `next`. */
export function pageOf(rows: readonly PromptRow[], next: Cursor): PromptPage {
  return { prompts: rows.map(toPrompt), next, typoForgiven: false };
}

/** Returns a page of a list that is ordered by a column and then by id. */
export function keyedPage<Row extends PromptRow>(
  rows: readonly Row[],
  size: number,
  columnOf: (row: Row) => string | null,
): PromptPage {
  return pageOf(rows, nextKey(rows, size, columnOf));
}

/** Returns the key at which a page of a list by time starts. */
export function timeKeyOf(after: Cursor): PageKey {
  const [at, id] = after ?? [];
  return at === undefined || id === undefined ? null : [at, id];
}

/** Reads a page of a list that is not searched. */
export type ReadPage = (after: Cursor, signal: AbortSignal) => Promise<PromptPage>;

/** All loaded pages of a list. */
interface JoinedPages {
  readonly prompts: readonly PromptSummary[];
  readonly typoForgiven: boolean;
  readonly fromOfflineCache: boolean;
}

export function joinPages({ pages }: { readonly pages: readonly PromptPage[] }): JoinedPages {
  return {
    prompts: pages.flatMap(({ prompts }) => prompts),
    typoForgiven: pages[0]?.typoForgiven ?? false,
    fromOfflineCache: pages[0]?.fromOfflineCache ?? false,
  };
}

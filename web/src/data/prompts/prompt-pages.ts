import type { PromptSummary } from './prompt.ts';

/** Where the next page starts: a key, or the search's cursor. Null: this page was the last. */
export type Cursor = readonly string[] | null;

/** A page of a list, as it is cached. */
export interface PromptPage {
  readonly prompts: readonly PromptSummary[];
  readonly next: Cursor;
  /** Nothing matched exactly: these match but for one letter. */
  readonly typoForgiven: boolean;
  /** There was no line: only what was seen last was searched. */
  readonly fromOfflineCache?: boolean;
}

/** Reads a page of a list that is not searched. */
export type ReadPage = (after: Cursor, signal: AbortSignal) => Promise<PromptPage>;

/** The pages of a list as one. */
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

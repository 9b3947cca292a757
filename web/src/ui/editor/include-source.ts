/** Finds the prompts that a text can include, for the editor. */
export interface IncludeSource {
  /** Finds prompts by a part of their title; the last used ones for an empty text. */
  readonly find: (
    text: string,
  ) => Promise<readonly { readonly id: string; readonly title: string }[]>;
  /** Returns the titles of prompts by id, of those that can be read. */
  readonly readTitles: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

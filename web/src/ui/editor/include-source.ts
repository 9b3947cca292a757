/** A prompt that a text can include. */
interface IncludedPrompt {
  readonly id: string;
  readonly title: string;
  /** The team or person that shares it; null for one of the person's own. */
  readonly from: string | null;
}

/** Finds the prompts that a text can include, for the editor. */
export interface IncludeSource {
  /** Finds prompts by words of their title or content; the newest ones for an empty text. */
  readonly find: (text: string) => Promise<readonly IncludedPrompt[]>;
  /** Returns the titles of prompts by id, of those that can be read. */
  readonly readTitles: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

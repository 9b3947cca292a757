interface PromptText {
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly tags: readonly string[];
}

/** Returns whether two texts of a prompt are equal, with their tags in the same order. */
export function isSameText(one: PromptText, other: PromptText): boolean {
  return (
    one.title === other.title &&
    one.description === other.description &&
    one.content === other.content &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag, index) => tag === other.tags[index])
  );
}

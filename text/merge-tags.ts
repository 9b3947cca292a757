/** Returns my tags in my order, without those they removed, then those they added. */
export function mergeTags(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  const remaining = mine.filter((tag) => theirs.includes(tag) || !base.includes(tag));
  const added = theirs.filter((tag) => !base.includes(tag) && !hasTag(remaining, tag));
  return [...remaining, ...added];
}

function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((each) => each.toLowerCase() === tag.toLowerCase());
}

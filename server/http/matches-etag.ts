/** Returns whether If-None-Match, or a like header, names an entity tag. Weak tags count as strong ones. */
export function matchesETag(header: string, eTag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '').replaceAll('"', '');
  return header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(eTag));
}

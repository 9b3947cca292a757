const idInReference =
  /(\{\{>[ \t]*)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:@[1-9]\d{0,8})?/gi;

/** Returns a content as lists show it and search reads it: references without their ids. */
export function hideReferenceIds(content: string): string {
  return content.includes('{{>') ? content.replace(idInReference, '$1…') : content;
}

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const anyCasePattern = new RegExp(pattern, 'i');

/** Returns whether a text is a UUID, in lower or upper case. The database takes no other id. */
export function isUuid(text: string): boolean {
  return anyCasePattern.test(text);
}

/** Returns whether a text is a UUID as the database writes it. */
export function isLowerCaseUuid(text: string): boolean {
  return pattern.test(text);
}

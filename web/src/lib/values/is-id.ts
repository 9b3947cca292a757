/** Returns whether a part of a URL is a UUID; the database refuses a query for any other id. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

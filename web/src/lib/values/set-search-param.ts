/**
 * Returns the page's query parameters with one set, or removed when it is empty. Reads `location`,
 * since React's state may lag behind and undo another change.
 */
export function setSearchParam(name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(location.search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

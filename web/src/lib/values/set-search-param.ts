/**
 * The search of the page's address with one entry set, or without it when it is empty. As it is now: what React shows
 * may be behind by some moments, and would undo what was set in the meantime.
 */
export function setSearchParam(name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(location.search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

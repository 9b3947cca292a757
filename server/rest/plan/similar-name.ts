const longest = 128;

/** Single-character edits that turn one text into the other. */
function edits(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const shifted = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, shifted));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}

/**
 * The known name most like a wrong one, for hints; null when none is at least `least` alike (1 is equal). Hints
 * must not help to guess names, so `least` is high for relations and functions.
 */
export function similarName(wrong: string, known: readonly string[], least: number): string | null {
  if (wrong.length > longest) return null;
  let best: string | null = null;
  let bestLikeness = least;
  for (const name of known) {
    const size = Math.max(wrong.length, name.length);
    const likeness = 1 - edits(wrong.toLowerCase(), name.toLowerCase()) / size;
    if (likeness > bestLikeness || (best === null && likeness === least)) {
      best = name;
      bestLikeness = likeness;
    }
  }
  return best;
}

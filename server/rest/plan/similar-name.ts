import { distance } from 'fastest-levenshtein';

const maxLength = 128;

/** Returns the n-grams of a name between hyphens; only letters, digits, spaces and commas count. */
function gramsOf(name: string, size: number): ReadonlySet<string> {
  const text = `-${name.toLowerCase().replace(/[^\p{L}\p{N}\s,]+/gu, '')}-`;
  const starts = Array.from({ length: Math.max(text.length - size + 1, 0) }, (_, index) => index);
  return new Set(starts.map((start) => text.slice(start, start + size)));
}

/** Longer n-grams first: where they find a name, shorter ones are not tried. */
const gramSizes = [3, 2];

/**
 * Returns the candidate most similar to a wrong name, for hints. Returns null if none shares an
 * n-gram with it and has at least the similarity `least` (1 is equal). Hints must not help to
 * guess names, so `least` is high for relations and functions.
 */
export function similarName(
  wrong: string,
  candidates: readonly string[],
  least: number,
): string | null {
  if (wrong.length > maxLength) return null;
  for (const size of gramSizes) {
    const grams = gramsOf(wrong, size);
    const sharing = candidates.filter((name) => !gramsOf(name, size).isDisjointFrom(grams));
    const best = mostSimilar(wrong, sharing, least);
    if (best !== null) return best;
  }
  return null;
}

function mostSimilar(wrong: string, candidates: readonly string[], least: number): string | null {
  let best: string | null = null;
  let bestSimilarity = least;
  for (const name of candidates) {
    const size = Math.max(wrong.length, name.length);
    const similarity = 1 - distance(wrong.toLowerCase(), name.toLowerCase()) / size;
    if (similarity > bestSimilarity || (best === null && similarity === least)) {
      best = name;
      bestSimilarity = similarity;
    }
  }
  return best;
}

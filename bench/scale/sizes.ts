/** Sizes of a generated database. */
export interface Sizes {
  readonly prompts: number;
  readonly people: number;
  /** Number of prompts of the first person, whose library is large. */
  readonly library: number;
  /** Most characters of a content. */
  readonly content: number;
  /** Most versions of a prompt. */
  readonly versions: number;
  /** Attempts to favourite, for each prompt. */
  readonly favourites: number;
  /** Prompts of a library or the community, from which on it gets a word list. */
  readonly indexed: number;
}

const full = { content: Number.POSITIVE_INFINITY, versions: 5, favourites: 5.3, indexed: 0 };
/**
 * A quarter of the bytes, for ten million prompts. Ordinary libraries are as in the first minutes after
 * an import, before their words are indexed: the cases search the large one and the community.
 */
const lean = { content: 300, versions: 1, favourites: 1, indexed: 5_000 };

/** Derives all sizes from the number of prompts. */
export function sizesFor(prompts: number, isLean = false): Sizes {
  return {
    ...(isLean ? lean : full),
    prompts,
    people: Math.max(10, Math.min(10_000, Math.floor(prompts / 100))),
    library: Math.min(10_000, Math.floor(prompts / 10)),
  };
}

/** Returns the number of a prompt's owner, from 1. The large library is spread among the others. */
export function ownerInSizes({ prompts, people, library }: Sizes, prompt: number): number {
  const interval = Math.floor(prompts / library);
  if (prompt % interval === 0 && prompt / interval < library) return 1;
  return 2 + ((prompt * 7) % (people - 1));
}

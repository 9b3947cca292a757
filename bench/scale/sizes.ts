/** How much is made, all of it from the number of prompts. */
export interface Sizes {
  readonly prompts: number;
  readonly people: number;
  /** Prompts of the first person, so that one library is large. */
  readonly library: number;
}

export function sizesFor(prompts: number): Sizes {
  return {
    prompts,
    people: Math.max(10, Math.min(10_000, Math.floor(prompts / 100))),
    library: Math.min(10_000, Math.floor(prompts / 10)),
  };
}

/** Who owns a prompt (from 1): the large library lies spread between the others', as it was written beside them. */
export function ownerIn({ prompts, people, library }: Sizes, prompt: number): number {
  const every = Math.floor(prompts / library);
  if (prompt % every === 0 && prompt / every < library) return 1;
  return 2 + ((prompt * 7) % (people - 1));
}

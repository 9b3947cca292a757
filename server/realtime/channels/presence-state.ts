/** One presence of a key: what its client tracks, with a reference that is unique. */
export type PresenceMeta = Readonly<Record<string, unknown>> & { readonly phx_ref: string };

type Presences = Readonly<Record<string, { readonly metas: readonly PresenceMeta[] }>>;

/** Joins and leaves, in the format of the protocol. */
export interface PresenceDiff {
  readonly joins: Presences;
  readonly leaves: Presences;
}

/** Builds the object; a key may be any text, even `__proto__`. */
export function presences(
  entries: Iterable<readonly [string, readonly PresenceMeta[]]>,
): Presences {
  return Object.fromEntries(Array.from(entries, ([key, metas]) => [key, { metas }]));
}

/** The presences of one topic, by key and reference. */
export class PresenceState {
  readonly #byKey = new Map<string, Map<string, PresenceMeta>>();

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** The payload of `presence_state`. */
  get state(): Presences {
    return presences(Array.from(this.#byKey, ([key, metas]) => [key, [...metas.values()]]));
  }

  /** Returns the presences that `other` doesn't have. */
  missingIn(other: PresenceState): Presences {
    const missing = new Map<string, PresenceMeta[]>();
    for (const [key, metas] of this.#byKey) {
      const others = other.#byKey.get(key);
      const left = [...metas.values()].filter(({ phx_ref: ref }) => !(others?.has(ref) ?? false));
      if (left.length > 0) missing.set(key, left);
    }
    return presences(missing);
  }

  apply({ joins, leaves }: PresenceDiff): void {
    for (const [key, { metas }] of Object.entries(joins)) {
      const ofKey = this.#byKey.get(key) ?? new Map<string, PresenceMeta>();
      for (const meta of metas) ofKey.set(meta.phx_ref, meta);
      this.#byKey.set(key, ofKey);
    }
    for (const [key, { metas }] of Object.entries(leaves)) {
      const ofKey = this.#byKey.get(key);
      for (const meta of metas) ofKey?.delete(meta.phx_ref);
      if (ofKey?.size === 0) this.#byKey.delete(key);
    }
  }
}

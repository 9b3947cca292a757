/** A statement under the name that one connection's server knows it by. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  /** What the server confirmed of it: nothing yet, its text, and its columns as well. */
  state: 'unknown' | 'parsed';
  columns: readonly string[] | null;
  /** How long it ran the last time it was the request's own; null when it never was. */
  tookMs: number | null;
}

interface Entry extends PreparedStatement {
  /** When it was last asked for, counted in requests for statements. */
  used: number;
}

const mostStatements = 250;

/** The prepared statements of one connection; the least recently used ones make room. */
export class PreparedStatements {
  /** By text, then by reader: a text is long, and known by the same string again and again. */
  readonly #byText = new Map<string, Map<string, Entry>>();
  readonly #limit: number;
  #size = 0;
  #named = 0;
  #asked = 0;
  #dismissed: string[] = [];

  constructor(limit = mostStatements) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * The statement for a text as seen by a role: plans differ by role (row level security) and by
   * search path, and PostgreSQL would plan again at every change of either.
   */
  for(role: string, searchPath: string, text: string): PreparedStatement {
    this.#asked += 1;
    const reader = `${role}\n${searchPath}`;
    const found = this.#byText.get(text)?.get(reader);
    if (found !== undefined) {
      found.used = this.#asked;
      return found;
    }
    return this.#add(text, reader);
  }

  #add(text: string, reader: string): PreparedStatement {
    if (this.#size >= this.#limit) this.#dismissOldest();
    this.#named += 1;
    const name = `p${this.#named}`;
    const entry: Entry = {
      name,
      text,
      state: 'unknown',
      columns: null,
      tookMs: null,
      used: this.#asked,
    };
    const readers = this.#byText.get(text) ?? new Map<string, Entry>();
    this.#byText.set(text, readers.set(reader, entry));
    this.#size += 1;
    return entry;
  }

  #dismissOldest(): void {
    let oldest: { entry: Entry; reader: string } | null = null;
    for (const readers of this.#byText.values()) {
      for (const [reader, entry] of readers) {
        if (oldest === null || entry.used < oldest.entry.used) oldest = { entry, reader };
      }
    }
    if (oldest === null) return;
    const { entry, reader } = oldest;
    const readers = this.#byText.get(entry.text);
    readers?.delete(reader);
    if (readers?.size === 0) this.#byText.delete(entry.text);
    this.#size -= 1;
    if (entry.state === 'parsed') this.#dismissed.push(entry.name);
  }

  /** The names to close on the server before anything else is sent. */
  get dismissed(): readonly string[] {
    return this.#dismissed;
  }

  forgetDismissed(): void {
    if (this.#dismissed.length > 0) this.#dismissed = [];
  }

  /** Forgets everything: a plan no longer fits the schema. */
  forgetAll(): void {
    for (const readers of this.#byText.values()) {
      for (const { name, state } of readers.values()) {
        if (state === 'parsed') this.#dismissed.push(name);
      }
    }
    this.#byText.clear();
    this.#size = 0;
  }
}

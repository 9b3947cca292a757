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
  readonly reader: string;
  /** When it was last asked for, counted in requests for statements. */
  used: number;
}

const mostStatements = 250;

/**
 * PostgreSQL takes a hundred times what a text has, for each statement of each connection: without bounds, who asks for
 * a thousand things at once, each time by other names, would fill its memory. Of long texts only the last is kept.
 */
const longText = 16 * 1024;
const mostCharacters = 512 * 1024;

/** The prepared statements of one connection; the least recently used ones make room. */
export class PreparedStatements {
  /** By text, then by reader: a text is long, and known by the same string again and again. */
  readonly #byText = new Map<string, Map<string, Entry>>();
  readonly #limit: number;
  #size = 0;
  /** Of all texts that are not long. */
  #characters = 0;
  #long: Entry | null = null;
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
    this.#makeRoom(text);
    this.#named += 1;
    const name = `p${this.#named}`;
    const entry: Entry = {
      name,
      text,
      reader,
      state: 'unknown',
      columns: null,
      tookMs: null,
      used: this.#asked,
    };
    const readers = this.#byText.get(text) ?? new Map<string, Entry>();
    this.#byText.set(text, readers.set(reader, entry));
    this.#size += 1;
    if (text.length > longText) this.#long = entry;
    else this.#characters += text.length;
    return entry;
  }

  /** Never takes one of those just asked for: so few cannot be too many. */
  #makeRoom(text: string): void {
    if (text.length > longText && this.#long !== null) this.#dismiss(this.#long);
    const others = mostCharacters - (text.length > longText ? 0 : text.length);
    while (this.#size >= this.#limit || this.#characters > others) this.#dismissOldest();
  }

  #dismissOldest(): void {
    let oldest: Entry | null = null;
    for (const readers of this.#byText.values()) {
      for (const entry of readers.values()) {
        if (oldest === null || entry.used < oldest.used) oldest = entry;
      }
    }
    if (oldest !== null) this.#dismiss(oldest);
  }

  #dismiss(entry: Entry): void {
    const readers = this.#byText.get(entry.text);
    readers?.delete(entry.reader);
    if (readers?.size === 0) this.#byText.delete(entry.text);
    this.#size -= 1;
    if (entry === this.#long) this.#long = null;
    else this.#characters -= entry.text.length;
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
    this.#characters = 0;
    this.#long = null;
  }
}

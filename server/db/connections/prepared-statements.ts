/** A statement with the name under which a connection's server has prepared it. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  /** Whether the server has confirmed that it parsed the statement. */
  isParsed: boolean;
  columns: readonly string[] | null;
  /** How long it ran the last time as the main statement of a request; null if it never did. */
  lastDurationMs: number | null;
}

interface Entry extends PreparedStatement {
  readonly owner: string;
  /** When it was last requested, counted in requests for statements. */
  lastUsed: number;
}

const maxStatements = 250;

/**
 * PostgreSQL needs a hundred times the size of the text, for each statement of each connection.
 * Without limits a caller who sends ever new long queries would fill its memory. Only the latest
 * long text stays prepared.
 */
const longTextLength = 16 * 1024;
const maxCharacters = 512 * 1024;

/** The prepared statements of one connection. The least recently used ones are evicted. */
export class PreparedStatements {
  /**
   * By text, then by role and search path. Texts are long, and mostly the same string instances.
   */
  readonly #byText = new Map<string, Map<string, Entry>>();
  readonly #limit: number;
  #size = 0;
  /** The total length of all texts that are not long. */
  #characters = 0;
  #long: Entry | null = null;
  #lastNumber = 0;
  #requestCount = 0;
  #toClose: string[] = [];

  constructor(limit = maxStatements) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Returns the statement for a text, role and search path. Plans differ by role (row level
   * security) and search path. PostgreSQL would plan again each time either changes.
   */
  for(role: string, searchPath: string, text: string): PreparedStatement {
    this.#requestCount += 1;
    const owner = `${role}\n${searchPath}`;
    const found = this.#byText.get(text)?.get(owner);
    if (found !== undefined) {
      found.lastUsed = this.#requestCount;
      return found;
    }
    return this.#add(text, owner);
  }

  #add(text: string, owner: string): PreparedStatement {
    this.#makeRoom(text);
    this.#lastNumber += 1;
    const name = `p${this.#lastNumber}`;
    const entry: Entry = {
      name,
      text,
      owner,
      isParsed: false,
      columns: null,
      lastDurationMs: null,
      lastUsed: this.#requestCount,
    };
    const byOwner = this.#byText.get(text) ?? new Map<string, Entry>();
    this.#byText.set(text, byOwner.set(owner, entry));
    this.#size += 1;
    if (text.length > longTextLength) this.#long = entry;
    else this.#characters += text.length;
    return entry;
  }

  /** Evicts statements until the text fits. A request has too few statements to evict its own. */
  #makeRoom(text: string): void {
    if (text.length > longTextLength && this.#long !== null) this.#evict(this.#long);
    const othersLimit = maxCharacters - (text.length > longTextLength ? 0 : text.length);
    while (this.#size >= this.#limit || this.#characters > othersLimit) this.#evictOldest();
  }

  #evictOldest(): void {
    let oldest: Entry | null = null;
    for (const byOwner of this.#byText.values()) {
      for (const entry of byOwner.values()) {
        if (oldest === null || entry.lastUsed < oldest.lastUsed) oldest = entry;
      }
    }
    if (oldest !== null) this.#evict(oldest);
  }

  #evict(entry: Entry): void {
    const byOwner = this.#byText.get(entry.text);
    byOwner?.delete(entry.owner);
    if (byOwner?.size === 0) this.#byText.delete(entry.text);
    this.#size -= 1;
    if (entry === this.#long) this.#long = null;
    else this.#characters -= entry.text.length;
    if (entry.isParsed) this.#toClose.push(entry.name);
  }

  /** The names of statements to close on the server before anything else is sent. */
  get toClose(): readonly string[] {
    return this.#toClose;
  }

  clearToClose(): void {
    if (this.#toClose.length > 0) this.#toClose = [];
  }

  /** Removes all statements, because a plan no longer fits the schema. */
  clear(): void {
    for (const byOwner of this.#byText.values()) {
      for (const { name, isParsed } of byOwner.values()) {
        if (isParsed) this.#toClose.push(name);
      }
    }
    this.#byText.clear();
    this.#size = 0;
    this.#characters = 0;
    this.#long = null;
  }
}

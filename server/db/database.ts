import type { ClientConfig, Pool } from 'pg';

/** A statement with its parameters ($1, $2, …). Text never contains a value. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export const isolations = ['read committed', 'repeatable read', 'serializable'] as const;
export type Isolation = (typeof isolations)[number];

export type StatementCost =
  /** Takes about as long as earlier runs. */
  | 'steady'
  /** Takes at least as long as earlier runs, depending on its values. */
  | 'variable'
  /** May take as long as its timeout. */
  | 'slow'
  /** May take as long as its timeout, which is minutes. */
  | 'long';

/** The role, claims and limits with which a statement of a request runs. */
export interface TransactionSettings {
  /**
   * The database role: anon, authenticated, service_role or another role granted to authenticator.
   */
  readonly role: string;
  /** The verified claims as JSON text; read in SQL with current_setting('request.jwt.claims'). */
  readonly claims: string;
  /** 'GET', 'POST', …; and the path, as current_setting('request.method' | 'request.path'). */
  readonly method: string;
  readonly path: string;
  /** Request headers, names in lower case, as JSON text; current_setting('request.headers'). */
  readonly headers: string;
  /** The search_path of the statement: exposed schema first. */
  readonly searchPath: readonly string[];
  /** A read-only transaction (GET and HEAD). */
  readonly readOnly: boolean;
  readonly statementTimeoutMs: number;
  /** The caller whose fair share this request uses: a person, a key or a network address. */
  readonly caller: string;
  /** How far earlier runs of the statement tell how long it takes. */
  readonly cost: StatementCost;
  /** Cookies of the request as JSON text; current_setting('request.cookies'). */
  readonly cookies?: string;
  /** More settings for the transaction, by name and value. They are set as the login role. */
  readonly settings?: readonly (readonly [string, string])[];
  /** The isolation level, if it differs from the database's default. */
  readonly isolation?: Isolation | null;
  /** A statement to run before, as the role of the request. */
  readonly before?: string | null;
}

/** A value in PostgreSQL's text format, as the UTF-8 bytes from the wire; null for NULL. */
export type Cell = Buffer<ArrayBuffer> | null;

/** Rows come as arrays of values in the order of `columns`; text formats are not parsed. */
export interface ResultSet {
  readonly columns: readonly string[];
  readonly cells: readonly (readonly Cell[])[];
  /** The cells as strings. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly rowCount: number;
}

/** An error from PostgreSQL. `code` is the SQLSTATE. */
export interface PostgresError {
  readonly code: string;
  readonly message: string;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly constraint: string | null;
  readonly table: string | null;
}

/** Runs statements as the role of a request. */
export interface RequestRunner {
  /**
   * Runs one implicit transaction, sent in one flush: settings, the statement, one Sync. Rejects
   * with {@link DatabaseRefusal} if PostgreSQL reports an error, {@link DatabaseUnavailable} if it
   * cannot be reached, or {@link DatabaseBusy} if no connection is free.
   */
  run(settings: TransactionSettings, statement: Statement): Promise<ResultSet>;
  /**
   * Returns what the statement would return, and rolls back. Deferred constraints are checked
   * first, so that it rejects where a commit would.
   */
  runRolledBack(settings: TransactionSettings, statement: Statement): Promise<ResultSet>;
}

export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal';
  readonly refusal: PostgresError;
  constructor(refusal: PostgresError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export class DatabaseUnavailable extends Error {
  override name: string = 'DatabaseUnavailable';
}

/** All connections are in use, and too many requests wait or one waited too long. */
export class DatabaseBusy extends DatabaseUnavailable {
  override name: string = 'DatabaseBusy';
}

/** A caller has too many waiting requests. */
export class CallerBusy extends DatabaseBusy {
  override name = 'CallerBusy';
}

/** The open database of a server. */
export interface Database {
  /** /rest/v1's pool, logged in as authenticator (NOINHERIT). */
  readonly requests: RequestRunner;
  /** Asks on connections of its own what subscribers of /realtime/v1 may see, as /rest/v1 would. */
  readonly visibility: RequestRunner;
  /** Asks the same with filters that cost, so that nobody else waits for them. */
  readonly filters: RequestRunner;
  /** The login of `owner`, for connections outside the pools. */
  readonly ownerLogin: ClientConfig;
  /** Logged in as supabase_auth_admin, search_path auth: the account tables. */
  readonly auth: Pool;
  /**
   * Logged in as the owner of the public schema: for introspection and privileged calls of
   * requests.
   */
  readonly owner: Pool;
  /** The owner's pool for scheduled jobs, whose statements may take minutes. */
  readonly jobs: Pool;
  /** Resolves when `select 1` answers; rejects with the reason otherwise. */
  ping(): Promise<void>;
  /**
   * Resolves once the replica has what was written on `auth` or `owner`, so that later reads see
   * it. It is null without a replica. `requests` waits by itself.
   */
  readonly beforeAnswer: (() => Promise<void>) | null;
  /**
   * Calls `listener` after a migration or a `notify pgrst, 'reload schema'`. Returns a function
   * that stops it.
   */
  onSchemaChange(listener: () => void): () => void;
  close(): Promise<void>;
}

import type { Pool } from 'pg';

/** A statement with its parameters ($1, $2, …). Text never contains a value. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export const isolations = ['read committed', 'repeatable read', 'serializable'] as const;
export type Isolation = (typeof isolations)[number];

/** As whom, and how, a statement of a request runs. */
export interface RequestFrame {
  /** The database role: anon, authenticated, service_role or another role granted to authenticator. */
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
  /** Cookies of the request as JSON text; current_setting('request.cookies'). */
  readonly cookies?: string;
  /** More settings for the transaction, by name and value. They are set as the login role. */
  readonly settings?: readonly (readonly [string, string])[];
  /** How the transaction is isolated, where not as the database has it. */
  readonly isolation?: Isolation | null;
  /** A statement to run before, as the role of the request. */
  readonly before?: string | null;
}

/** A value in PostgreSQL's text format, as the UTF-8 that came over the wire. */
export type Cell = Buffer<ArrayBuffer> | null;

/** Rows come as arrays of values in the order of `columns`; text formats are not parsed. */
export interface ResultSet {
  readonly columns: readonly string[];
  readonly cells: readonly (readonly Cell[])[];
  /** The cells as strings. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly rowCount: number;
}

/** A refusal by PostgreSQL. `code` is the SQLSTATE. */
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
   * One implicit transaction sent in one flush: settings, then the statement, then one Sync.
   * Rejects with a {@link DatabaseRefusal} when PostgreSQL refuses, {@link DatabaseUnavailable}
   * when it is away, {@link DatabaseBusy} when it has no time.
   */
  run(frame: RequestFrame, statement: Statement): Promise<ResultSet>;
  /**
   * The same in an explicit transaction: `accept` sees the result before it is committed, and
   * what it throws rolls everything back and is rethrown.
   */
  runChecked(
    frame: RequestFrame,
    statement: Statement,
    accept: (result: ResultSet) => void,
  ): Promise<ResultSet>;
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

/** The database is there; all connections are in use, and too many wait or one waited too long. */
export class DatabaseBusy extends DatabaseUnavailable {
  override name = 'DatabaseBusy';
}

/** The open database of a server. */
export interface Database {
  /** /rest/v1's pool, logged in as authenticator (NOINHERIT). */
  readonly requests: RequestRunner;
  /** Logged in as supabase_auth_admin, search_path auth: the account tables. */
  readonly auth: Pool;
  /** Logged in as the owner of the public schema: migrations, introspection, scheduled removal. */
  readonly owner: Pool;
  /** Resolves when `select 1` answers; rejects with the reason otherwise. */
  ping(): Promise<void>;
  /**
   * Resolves when what was written on `auth` or `owner` may be answered: reads go to a replica, which has it by then. null
   * when reads go nowhere else. `requests` sees to it itself.
   */
  readonly beforeAnswer: (() => Promise<void>) | null;
  /** Calls `listener` after a migration or a `notify pgrst, 'reload schema'`; returns how to stop. */
  onSchemaChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** An error of the protocol: `{code, details, hint, message}` and an HTTP status. */
export class RestError extends Error {
  override name = 'RestError';
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    options: {
      details?: unknown;
      hint?: string | null;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
    this.headers = options.headers ?? {};
  }

  toJson(): string {
    const { code, details, hint, message } = this;
    return JSON.stringify({ code, details, hint, message });
  }
}

function invalidToken(message: string) {
  return {
    'www-authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
  };
}

/** Creates the errors that the server raises itself, by their cause. */
export const refuse = {
  databaseAway: () => new RestError(503, 'PGRST000', 'Database connection error.'),
  databaseBusy: () =>
    new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.'),
  callerBusy: () =>
    new RestError(429, 'PGRST003', 'Too many requests of this caller wait for a connection.', {
      hint: 'Send fewer requests at once, and retry this one in a moment.',
      headers: { 'retry-after': '1' },
    }),
  tooManyAttempts: (seconds: number) =>
    new RestError(429, 'PGRST301', 'Too many unknown access tokens from this address.', {
      hint: `Try again in ${seconds} s.`,
      headers: { 'retry-after': String(seconds) },
    }),
  internal: () => new RestError(500, 'PGRSTX00', 'Internal error'),
  schemaCacheAway: () =>
    new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.'),
  syntax: (message: string, details: string) =>
    new RestError(400, 'PGRST100', message, { details }),
  embedDepth: (maxDepth: number) =>
    new RestError(400, 'PGRST100', `Resources may be embedded ${maxDepth} levels deep at most`),
  manyEmbeds: (maxEmbeds: number) =>
    new RestError(400, 'PGRST100', `A request may embed ${maxEmbeds} resources at most`),
  routineMethod: (method: string) =>
    new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  body: (message: string) => new RestError(400, 'PGRST102', message),
  slowBody: () =>
    new RestError(408, 'PGRST102', 'The body takes too long to arrive', {
      // The rest of it is not read.
      headers: { connection: 'close' },
    }),
  keysDiffer: () => new RestError(400, 'PGRST102', 'All object keys must match'),
  range: (details: string, headers: Readonly<Record<string, string>> = {}) =>
    new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers }),
  putFilters: () =>
    new RestError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    ),
  schema: (name: string, exposed: readonly string[]) =>
    new RestError(406, 'PGRST106', `Invalid schema: ${name}`, {
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    }),
  mediaType: (accepted: string) =>
    new RestError(406, 'PGRST107', `None of these media types are available: ${accepted}`),
  notEmbedded: (name: string) =>
    new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  responseHeaders: () =>
    new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ),
  responseStatus: () =>
    new RestError(500, 'PGRST112', 'response.status guc must be a valid status code'),
  putRange: () =>
    new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  putPayload: () =>
    new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  notSingular: (rows: number) =>
    new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  method: (method: string) => new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  relatedOrder: (origin: string, target: string) =>
    new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
      details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    }),
  embedFilter: (target: string) =>
    new RestError(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  raisedJson: (details: string, hint: string) =>
    new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
      details,
      hint,
    }),
  preferences: (invalid: readonly string[]) =>
    new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    }),
  spreadAggregates: () =>
    new RestError(400, 'PGRST127', 'Feature not implemented', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    }),
  groupOffset: () =>
    new RestError(400, 'PGRST127', 'Feature not implemented', {
      details: 'An offset of groups is not implemented where the rows above depend on them.',
    }),
  aggregates: () => new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed'),
  maxAffected: (rows: number) =>
    new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  path: () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL'),
  rootDisabled: () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled'),
  maxAffectedRoutine: () =>
    new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),
  column: (column: string, relation: string) =>
    new RestError(
      400,
      'PGRST204',
      `Could not find the '${column}' column of '${relation}' in the schema cache`,
    ),
  /** PostgreSQL's code for an undefined column. */
  noColumns: () =>
    new RestError(400, '42703', 'A function of single values has no columns', {
      hint: 'Its values can be limited, but neither filtered, ordered nor selected from.',
    }),
  /** PostgreSQL's code for an alias that is used twice. */
  repeatedEmbed: (name: string) =>
    new RestError(400, '42712', `'${name}' is embedded more than once`, {
      hint: `Use an alias, as in 'other:${name}(...)', or spread by the name of the foreign key.`,
    }),
  /** PostgreSQL's code for an impossible cast. */
  cast: (type: string) =>
    new RestError(400, '42846', `cannot cast to type ${type}`, {
      details: 'Pseudo-types, and types that name objects of the database, are not allowed.',
    }),
  /** PostgreSQL's code for an exceeded limit. */
  tooComplex: () =>
    new RestError(400, '54000', 'The request is too complex: it needs too much memory', {
      hint: 'Send less, or simplify its patterns.',
    }),
  longRegex: (maxLength: number) =>
    new RestError(
      400,
      '54000',
      `A regular expression of match or imatch may have ${maxLength} characters at most`,
      { hint: 'Shorten it, or filter by like, ilike or fts.' },
    ),
  /** PostgreSQL's code for a canceled statement. */
  slowPattern: (operators: string, seconds: number) =>
    new RestError(500, '57014', 'canceling statement due to statement timeout', {
      details: `A request that filters by ${operators} may take ${seconds} s.`,
      hint: 'Add a filter that an index serves, such as eq or in, simplify the pattern, or filter by fts.',
    }),
  relation: (schema: string, name: string, suggestion: string | null) =>
    new RestError(
      404,
      'PGRST205',
      `Could not find the table '${schema}.${name}' in the schema cache`,
      {
        hint: suggestion === null ? null : `Perhaps you meant the table '${schema}.${suggestion}'`,
      },
    ),
  token: (message: string, details: string | null = null) =>
    new RestError(401, 'PGRST301', message, { details, headers: invalidToken(message) }),
  claims: (message: string) =>
    new RestError(401, 'PGRST303', message, { headers: invalidToken(message) }),
} as const;

/** One request through the pipeline: parse → plan → sql → execute → respond. */
import type { RequestFrame, RequestRunner } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import type { RequestHeaders } from '#server/http/request-headers.ts';
import type { Log } from '#server/log.ts';
import { execute } from './execute.ts';
import type { Action } from './parse/api-request.ts';
import { readBody, type ReadBody } from './parse/body.ts';
import { parseAction, parseRequest, parseResource, parseSchema } from './parse/parse-request.ts';
import { splitQuery } from './parse/query-string.ts';
import type { Plan } from './plan/plan.ts';
import type { Prepared, Preparer } from './prepare.ts';
import { respondOptions } from './respond/options.ts';
import { respond } from './respond/respond.ts';
import { refuse } from './rest-error.ts';
import type { SchemaCache } from './schema/schema-cache.ts';
import type { SchemaStore } from './schema/schema-store.ts';

export interface Pipeline {
  readonly runner: RequestRunner;
  readonly schemas: SchemaStore;
  readonly preparer: Preparer;
  readonly exposed: readonly string[];
  readonly log: Log;
}

/** The longest a statement may run, by role, where the role itself says nothing: as a hosted Supabase has it. */
const statementTimeouts: Readonly<Record<string, number>> = { anon: 3_000, service_role: 60_000 };
const statementTimeout = 8_000;
const unlimited = 86_400_000;

type Settings = NonNullable<RequestFrame['settings']>;

/** A function may set its own, as PostgREST hoists it (it would come too late inside the statement), and so may a role. */
function timeoutOf(caller: Caller, plan: Plan, schema: SchemaCache): number {
  const own = plan.kind === 'call' ? plan.call.routine.statementTimeoutMs : null;
  const set = own ?? schema.role(caller.role)?.statementTimeoutMs ?? null;
  if (set === 0) return unlimited;
  return set ?? statementTimeouts[caller.role] ?? statementTimeout;
}

function isolationOf(caller: Caller, plan: Plan, schema: SchemaCache) {
  const own = plan.kind === 'call' ? plan.call.routine.isolation : null;
  return own ?? schema.role(caller.role)?.isolation ?? null;
}

/** What the role sets for its requests, and the time zone that was preferred. */
function settingsOf(role: string, timezone: string | null, schema: SchemaCache): Settings {
  const others = schema.role(role)?.others ?? [];
  return timezone === null ? others : [...others, ['timezone', timezone]];
}

/** The Cookie header as a JSON object. */
function cookiesOf(header: string | null): string {
  if (header === null) return '{}';
  const pairs = header.split(';').map((pair): [string, string] => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, Math.max(equals, 0)).trim(), pair.slice(equals + 1).trim()];
  });
  return JSON.stringify(Object.fromEntries(pairs));
}

const mountPoint = '/rest/v1';
const searchPaths = new Map<string, readonly string[]>();

/** The exposed schema first; then where extensions live. */
function searchPathFor(schema: string): readonly string[] {
  let path = searchPaths.get(schema);
  if (path === undefined) {
    path = [...new Set([schema, 'public', 'extensions'])];
    searchPaths.set(schema, path);
  }
  return path;
}

async function currentSchema({ schemas, log }: Pipeline): Promise<SchemaCache> {
  try {
    return await schemas.current();
  } catch (error) {
    log.warn('the schema cache could not be read', { error });
    throw refuse.schemaCacheAway();
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function bodyText(request: Request, contentType: string): Promise<string> {
  const bytes = await request.arrayBuffer().catch(() => {
    // The client went away in the middle of it: nobody reads this, but it is no failure here.
    throw refuse.body('The body ended early');
  });
  if (contentType === 'application/octet-stream') {
    return `\\x${Buffer.from(bytes).toString('hex')}`;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    // Never stored with replacement characters in place of what was meant.
    throw refuse.body('The body is not valid UTF-8');
  }
}

async function bodyOf(
  request: Request,
  headers: RequestHeaders,
  action: Action,
  columns: boolean,
): Promise<ReadBody> {
  if (action.kind === 'read' || action.kind === 'delete') return readBody(action, '', '', false);
  const contentType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return readBody(action, contentType, await bodyText(request, contentType), columns);
}

const noTimezones: ReadonlySet<string> = new Set();

function splitUrl(url: string): { path: string; search: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const whole = start < 0 ? '/' : url.slice(start);
  const hash = whole.indexOf('#');
  const clean = hash < 0 ? whole : whole.slice(0, hash);
  const question = clean.indexOf('?');
  const path = question < 0 ? clean : clean.slice(0, question);
  return {
    path: path.startsWith(mountPoint) ? path.slice(mountPoint.length) : path,
    search: question < 0 ? '' : clean.slice(question + 1),
  };
}

/** A header's bytes are UTF-8 to us; Node gives each byte as a character. */
function fromHeader(value: string | null): string | null {
  return value === null ? null : Buffer.from(value, 'latin1').toString('utf8');
}

/** These name their schema by what they send, the others by what they take. */
const writes: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

function endsInRollback({ request }: Prepared, { settings }: SchemaCache): boolean {
  const { tx } = request.preferences;
  return tx === null ? settings.txRollback : tx === 'rollback';
}

export async function handleRequest(
  request: Request,
  headers: RequestHeaders,
  caller: Caller,
  pipeline: Pipeline,
): Promise<Response> {
  const { schemas, preparer, exposed } = pipeline;
  const { method } = request;
  const { path, search } = splitUrl(request.url);
  const resource = parseResource(path);
  const profile = fromHeader(
    headers.get(writes.has(method) ? 'content-profile' : 'accept-profile'),
  );
  const schemaName = parseSchema(profile, exposed);
  const schema = await currentSchema(pipeline);
  if (method === 'OPTIONS') return respondOptions(schema, schemaName, resource, search);
  const action = parseAction(resource, method);
  if (resource.kind === 'root') {
    throw action.kind === 'read' ? refuse.rootDisabled() : refuse.method(method);
  }
  const split = splitQuery(search, action.kind === 'call' && action.by === 'GET');
  const hasColumns =
    action.kind !== 'put' &&
    split.parameters.some(({ name, text }) => name === 'columns' && text !== '');
  const body = await bodyOf(request, headers, action, hasColumns);
  const asked = {
    accept: headers.get('accept'),
    prefer: headers.get('prefer'),
    range: headers.get('range'),
  };
  const key =
    split.shape === null
      ? null
      : JSON.stringify([method, schemaName, path, split.shape, asked, body.shape]);
  const known = {
    txAllowed: schema.settings.txAllowed,
    timezones:
      asked.prefer?.includes('timezone=') === true ? await schemas.timezones() : noTimezones,
  };
  const prepared = preparer.prepare(key, schema, () =>
    parseRequest(
      action,
      schemaName,
      resource.name,
      method,
      split.parameters,
      asked,
      body.shape,
      known,
    ),
  );
  const { timezone } = prepared.request.preferences;
  const frame: RequestFrame = {
    role: caller.role,
    claims: caller.claimsJson,
    method,
    path,
    headers: headers.toJson(),
    cookies: cookiesOf(headers.get('cookie')),
    searchPath: searchPathFor(schemaName),
    readOnly: prepared.plan.readOnly,
    statementTimeoutMs: timeoutOf(caller, prepared.plan, schema),
    isolation: isolationOf(caller, prepared.plan, schema),
    settings: settingsOf(caller.role, timezone, schema),
    before: schema.settings.preRequest,
  };
  const values = body.values.length === 0 ? split.values : [...split.values, ...body.values];
  const rollback = endsInRollback(prepared, schema);
  const answer = await execute(pipeline.runner, frame, prepared, values, body.text, rollback);
  return respond(prepared, answer, {
    // With several schemas the default one was negotiated, too.
    profile: profile !== null || exposed.length > 1 ? schemaName : null,
    search,
  });
}

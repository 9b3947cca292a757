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
import type { Preparer } from './prepare.ts';
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

/** The longest a statement may run, by role: as a hosted Supabase has it. */
const statementTimeouts: Readonly<Record<string, number>> = { anon: 3_000, service_role: 60_000 };
const statementTimeout = 8_000;
const unlimited = 86_400_000;

/** A function may set its own, as PostgREST hoists it; it would come too late inside the statement. */
function timeoutOf(caller: Caller, plan: Plan): number {
  const own = plan.kind === 'call' ? plan.call.routine.statementTimeoutMs : null;
  if (own === 0) return unlimited;
  return own ?? statementTimeouts[caller.role] ?? statementTimeout;
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

export async function handleRequest(
  request: Request,
  headers: RequestHeaders,
  caller: Caller,
  pipeline: Pipeline,
): Promise<Response> {
  const { method } = request;
  const { path, search } = splitUrl(request.url);
  const resource = parseResource(path);
  const acceptProfile = headers.get('accept-profile');
  const contentProfile = headers.get('content-profile');
  const schemaName = parseSchema(method, acceptProfile, contentProfile, pipeline.exposed);
  const schema = await currentSchema(pipeline);
  if (method === 'OPTIONS') return respondOptions(schema, schemaName, resource);
  const action = parseAction(resource, method);
  if (resource.kind === 'root') {
    throw action.kind === 'read' ? refuse.rootDisabled() : refuse.method(method);
  }
  const split = splitQuery(search, action.kind === 'call' && action.by === 'GET');
  const hasColumns = split.parameters.some(({ name }) => name === 'columns');
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
  const prepared = pipeline.preparer.prepare(key, schema, () =>
    parseRequest(action, schemaName, resource.name, method, split.parameters, asked, body.shape),
  );
  const frame: RequestFrame = {
    role: caller.role,
    claims: caller.claimsJson,
    method,
    path,
    headers: headers.toJson(),
    searchPath: searchPathFor(schemaName),
    readOnly: prepared.plan.readOnly,
    statementTimeoutMs: timeoutOf(caller, prepared.plan),
  };
  const answer = await execute(pipeline.runner, frame, prepared, split.values, body.text);
  const named = method === 'GET' || method === 'HEAD' ? acceptProfile : contentProfile;
  return respond(prepared, answer, named === null ? null : schemaName);
}

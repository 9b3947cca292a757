/** Runs a request through the pipeline: parse → plan → sql → execute → respond. */
import type { RequestRunner } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import { callerKey } from '#server/http/caller/caller-key.ts';
import { decodeHeader } from '#server/http/header-text.ts';
import type { Log } from '#server/log.ts';
import type { RestResponse, RestRequest } from './rest-request.ts';
import { execute } from './execute.ts';
import { transactionSettings } from './transaction-settings.ts';
import { parseAction, parseRequest, parseResource, parseSchema } from './parse/parse-request.ts';
import { parseQuery } from './parse/parse-query.ts';
import { splitQuery } from './parse/query-string.ts';
import { allowedMethods } from './plan/allowed-methods.ts';
import type { Prepared, Preparer } from './prepare.ts';
import { readRequestBody } from './request-body.ts';
import { toRestError } from './respond/database-error.ts';
import { respondOptions } from './respond/options.ts';
import { respond } from './respond/respond.ts';
import { refuse } from './rest-error.ts';
import type { RowsResult } from './rows-result.ts';
import type { SchemaCache } from './schema/schema-cache.ts';
import { requireAllowedPatterns } from './statement-limits.ts';
import type { SchemaStore } from './schema/schema-store.ts';

export interface Pipeline {
  readonly runner: RequestRunner;
  readonly schemas: SchemaStore;
  readonly preparer: Preparer;
  readonly exposed: readonly string[];
  readonly log: Log;
}

async function currentSchema({ schemas, log }: Pipeline): Promise<SchemaCache> {
  try {
    return await schemas.current();
  } catch (error) {
    log.warn('the schema cache could not be read', { error });
    throw refuse.schemaCacheAway();
  }
}

const noTimezones: ReadonlySet<string> = new Set();

/** Returns the names of all time zones if the request prefers one. */
async function supportedTimezones(
  { schemas, log }: Pipeline,
  prefer: string | null,
): Promise<ReadonlySet<string>> {
  if (prefer?.includes('timezone=') !== true) return noTimezones;
  try {
    return await schemas.timezones();
  } catch (error) {
    log.warn('the time zones could not be read', { error });
    throw refuse.databaseAway();
  }
}

/** Splits what follows the mount point into path and query. */
export function splitTarget(target: string): { path: string; search: string } {
  const question = target.indexOf('?');
  if (question < 0) return { path: target, search: '' };
  return { path: target.slice(0, question), search: target.slice(question + 1) };
}

/** Methods that name their schema by Content-Profile; all others use Accept-Profile. */
const writeMethods: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

function allowedTxEnds({ settings: { txAllowed, txRollback } }: SchemaCache): readonly string[] {
  if (txAllowed) return ['commit', 'rollback'];
  return [txRollback ? 'rollback' : 'commit'];
}

function shouldRollBack({ request }: Prepared, { settings }: SchemaCache): boolean {
  const { tx } = request.preferences;
  return tx === null ? settings.txRollback : tx === 'rollback';
}

/** Handles a request of an authenticated caller. Throws a RestError if it is refused. */
export async function handleRequest(
  request: RestRequest,
  caller: Caller,
  pipeline: Pipeline,
): Promise<RestResponse> {
  const { preparer, exposed } = pipeline;
  const { method, headers } = request;
  const { path, search } = splitTarget(request.target);
  const resource = parseResource(path);
  const profile = headers.get(writeMethods.has(method) ? 'content-profile' : 'accept-profile');
  const schemaName = parseSchema(profile === null ? null : decodeHeader(profile), exposed);
  const schema = await currentSchema(pipeline);
  if (method === 'OPTIONS') {
    return respondOptions(allowedMethods(schema, schemaName, resource, search));
  }
  const action = parseAction(resource, method);
  if (resource.kind === 'root') {
    throw action.kind === 'read' ? refuse.rootDisabled() : refuse.method(method);
  }
  const isQueryCall = action.kind === 'call' && action.by === 'GET';
  const split = splitQuery(search, isQueryCall);
  const hasColumns =
    action.kind !== 'put' && split.parameters.some(({ name }) => name === 'columns');
  const body = await readRequestBody(request, action, hasColumns, () =>
    callerKey(caller, () => request.clientAddress()),
  ).catch((error: unknown) => {
    // PostgREST reports a mistake in the query string before one in the body.
    parseQuery(split.parameters, isQueryCall);
    throw error;
  });
  const negotiation = {
    accept: headers.get('accept'),
    prefer: headers.get('prefer'),
    range: headers.get('range'),
  };
  const key =
    split.shape === null
      ? null
      : JSON.stringify([method, schemaName, path, split.shape, negotiation, body.shape]);
  const supported = {
    txEnds: allowedTxEnds(schema),
    timezones: await supportedTimezones(pipeline, negotiation.prefer),
  };
  const prepared = preparer.prepare(key, schema, () =>
    parseRequest(
      action,
      schemaName,
      resource.name,
      method,
      split.parameters,
      negotiation,
      body.shape,
      supported,
    ),
  );
  const settings = transactionSettings(
    caller,
    headers,
    { method, path, schemaName, clientAddress: () => request.clientAddress() },
    prepared,
    body.text,
    schema,
  );
  const values = body.values.length === 0 ? split.values : [...split.values, ...body.values];
  requireAllowedPatterns(prepared, values, settings.role);
  const rollback = shouldRollBack(prepared, schema);
  let result: RowsResult;
  try {
    result = await execute(pipeline.runner, settings, prepared, values, body.text, rollback);
  } catch (error) {
    throw toRestError(error, settings, prepared);
  }
  return respond(prepared, result, {
    // If several schemas are exposed, the default one counts as negotiated, too.
    profile: profile !== null || exposed.length > 1 ? schemaName : null,
    search,
  });
}

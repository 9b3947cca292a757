/** One request through the pipeline: parse → plan → sql → execute → respond. */
import type { RequestRunner } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Log } from '#server/log.ts';
import type { DataAnswer, DataRequest } from './exchange.ts';
import { execute } from './execute.ts';
import { frameFor } from './frame.ts';
import { parseAction, parseRequest, parseResource, parseSchema } from './parse/parse-request.ts';
import { splitQuery } from './parse/query-string.ts';
import type { Prepared, Preparer } from './prepare.ts';
import { bodyOf } from './request-body.ts';
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

async function currentSchema({ schemas, log }: Pipeline): Promise<SchemaCache> {
  try {
    return await schemas.current();
  } catch (error) {
    log.warn('the schema cache could not be read', { error });
    throw refuse.schemaCacheAway();
  }
}

const noTimezones: ReadonlySet<string> = new Set();

function splitTarget(target: string): { path: string; search: string } {
  const question = target.indexOf('?');
  if (question < 0) return { path: target, search: '' };
  return { path: target.slice(0, question), search: target.slice(question + 1) };
}

/** A header's bytes are UTF-8 to us; Node gives each byte as a character. */
function fromHeader(value: string | null): string | null {
  return value === null ? null : Buffer.from(value, 'latin1').toString('utf8');
}

/** These name their schema by what they send, the others by what they take. */
const writes: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

function endsOf({ settings: { txAllowed, txRollback } }: SchemaCache): readonly string[] {
  if (txAllowed) return ['commit', 'rollback'];
  return [txRollback ? 'rollback' : 'commit'];
}

function endsInRollback({ request }: Prepared, { settings }: SchemaCache): boolean {
  const { tx } = request.preferences;
  return tx === null ? settings.txRollback : tx === 'rollback';
}

export async function handleRequest(
  request: DataRequest,
  caller: Caller,
  pipeline: Pipeline,
): Promise<DataAnswer> {
  const { schemas, preparer, exposed } = pipeline;
  const { method, headers } = request;
  const { path, search } = splitTarget(request.target);
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
  const body = await bodyOf(request, action, hasColumns);
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
    txEnds: endsOf(schema),
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
  const frame = frameFor(caller, headers, { method, path, schemaName }, prepared, schema);
  const values = body.values.length === 0 ? split.values : [...split.values, ...body.values];
  const rollback = endsInRollback(prepared, schema);
  const answer = await execute(pipeline.runner, frame, prepared, values, body.text, rollback);
  return respond(prepared, answer, {
    // With several schemas the default one was negotiated, too.
    profile: profile !== null || exposed.length > 1 ? schemaName : null,
    search,
  });
}

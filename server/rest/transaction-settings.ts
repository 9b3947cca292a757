/** The role, claims, timeout and other settings of a request's transaction. */
import type { TransactionSettings } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import { callerKey } from '#server/http/caller/caller-key.ts';
import { decodeHeader } from '#server/http/header-text.ts';
import type { RequestHeaders } from '#server/http/request-headers.ts';
import type { Plan } from './plan/plan.ts';
import type { Prepared } from './prepare.ts';
import type { QualifiedName, SchemaCache } from './schema/schema-cache.ts';
import { statementCost, statementTimeoutMs } from './statement-limits.ts';
import { quoteName } from './sql/identifiers.ts';

type Settings = NonNullable<TransactionSettings['settings']>;

function isolationLevel(caller: Caller, plan: Plan, schema: SchemaCache) {
  const ofRoutine = plan.kind === 'call' ? plan.call.routine.isolation : null;
  return ofRoutine ?? schema.role(caller.role)?.isolation ?? null;
}

/** Returns the role's other settings and the preferred time zone. */
function roleSettings(role: string, timezone: string | null, schema: SchemaCache): Settings {
  const others = schema.role(role)?.others ?? [];
  return timezone === null ? others : [...others, ['timezone', timezone]];
}

/** Returns the Cookie header as a JSON object. */
function cookiesJson(header: string | null): string {
  if (header === null) return '{}';
  const pairs = decodeHeader(header)
    .split(';')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), value.join('=').trim()] as const;
    });
  return JSON.stringify(Object.fromEntries(pairs));
}

const searchPaths = new Map<string, readonly string[]>();

/** Returns the exposed schema, then `public` and the schema of extensions. */
function searchPathFor(schema: string): readonly string[] {
  let path = searchPaths.get(schema);
  if (path === undefined) {
    path = [...new Set([schema, 'public', 'extensions'])];
    searchPaths.set(schema, path);
  }
  return path;
}

function preRequestSql(routine: QualifiedName | null): string | null {
  return routine === null ? null : `select ${quoteName(routine.schema, routine.name)}()`;
}

/** Method, path, schema and origin of a request. */
interface RequestAddress {
  readonly clientAddress: () => string;
  readonly method: string;
  readonly path: string;
  readonly schemaName: string;
}

/** Returns the settings of the transaction that runs a request. */
export function transactionSettings(
  caller: Caller,
  headers: RequestHeaders,
  { method, path, schemaName, clientAddress }: RequestAddress,
  prepared: Prepared,
  body: string | null,
  schema: SchemaCache,
): TransactionSettings {
  const { plan, request } = prepared;
  return {
    caller: callerKey(caller, clientAddress),
    cost: statementCost(prepared, body),
    role: caller.role,
    claims: caller.claimsJson,
    method,
    path,
    headers: headers.toJson(),
    cookies: cookiesJson(headers.get('cookie')),
    searchPath: searchPathFor(schemaName),
    readOnly: plan.readOnly,
    statementTimeoutMs: statementTimeoutMs(caller.role, prepared, schema),
    isolation: isolationLevel(caller, plan, schema),
    settings: roleSettings(caller.role, request.preferences.timezone, schema),
    before: preRequestSql(schema.settings.preRequest),
  };
}

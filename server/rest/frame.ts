/** As whom, and how, a request's statement runs. */
import type { RequestFrame } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import type { RequestHeaders } from '#server/http/request-headers.ts';
import type { Plan } from './plan/plan.ts';
import type { Prepared } from './prepare.ts';
import type { SchemaCache } from './schema/schema-cache.ts';

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

/** What the address says. */
interface Address {
  readonly method: string;
  readonly path: string;
  readonly schemaName: string;
}

export function frameFor(
  caller: Caller,
  headers: RequestHeaders,
  { method, path, schemaName }: Address,
  { plan, request }: Prepared,
  schema: SchemaCache,
): RequestFrame {
  return {
    role: caller.role,
    claims: caller.claimsJson,
    method,
    path,
    headers: headers.toJson(),
    cookies: cookiesOf(headers.get('cookie')),
    searchPath: searchPathFor(schemaName),
    readOnly: plan.readOnly,
    statementTimeoutMs: timeoutOf(caller, plan, schema),
    isolation: isolationOf(caller, plan, schema),
    settings: settingsOf(caller.role, request.preferences.timezone, schema),
    before: schema.settings.preRequest,
  };
}

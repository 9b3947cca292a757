import type { Catalogue } from './introspection.ts';
import { milliseconds } from './duration.ts';
import { isolationNamed } from './routines.ts';
import type { RoleSettings, Settings } from './schema-cache.ts';
import { quoteName } from '#server/rest/sql/identifiers.ts';

/** The role that the server logs in as; its settings are the installation's. */
const login = 'authenticator';

/** What a request has of its own, or is set in another way. */
const own: ReadonlySet<string> = new Set([
  'role',
  'search_path',
  'session_authorization',
  'statement_timeout',
  'default_transaction_isolation',
]);

/** Of equal names the last counts: what is set for one database is listed behind what is set for all. */
function settingsOf({ role_settings }: Catalogue, role: string): ReadonlyMap<string, string> {
  return new Map(
    role_settings.filter((row) => row.role === role).map(({ name, value }) => [name, value]),
  );
}

function isOn(value: string | undefined): boolean {
  return ['true', 'on', 'yes', '1'].includes(value?.toLowerCase() ?? '');
}

/** A function by name, with its schema or (then in public) without. */
function quoteRoutine(name: string): string {
  const dot = name.indexOf('.');
  const bare = (part: string) => part.replaceAll('"', '');
  return dot < 0
    ? quoteName('public', bare(name))
    : quoteName(bare(name.slice(0, dot)), bare(name.slice(dot + 1)));
}

export function readSettings(catalogue: Catalogue): Settings {
  const found = settingsOf(catalogue, login);
  const preRequest = found.get('pgrst.db_pre_request') ?? '';
  const txEnd = found.get('pgrst.db_tx_end') ?? 'commit';
  return {
    aggregates: isOn(found.get('pgrst.db_aggregates_enabled')),
    plans: isOn(found.get('pgrst.db_plan_enabled')),
    preRequest: preRequest === '' ? null : `select ${quoteRoutine(preRequest)}()`,
    txRollback: txEnd.startsWith('rollback'),
    txAllowed: txEnd.endsWith('-allow-override'),
  };
}

export function readRoles(catalogue: Catalogue): ReadonlyMap<string, RoleSettings> {
  const names = new Set(catalogue.role_settings.map(({ role }) => role));
  names.delete(login);
  return new Map(
    [...names].map((role): [string, RoleSettings] => {
      const found = settingsOf(catalogue, role);
      const others = [...found].filter(([name]) => !own.has(name));
      const statementTimeoutMs = milliseconds(found.get('statement_timeout') ?? '');
      const isolation = isolationNamed(found.get('default_transaction_isolation'));
      return [role, { statementTimeoutMs, isolation, others }];
    }),
  );
}

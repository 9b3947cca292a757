import type { Catalogue } from './introspection.ts';
import { parseDuration } from './duration.ts';
import { parseIsolation } from './routines.ts';
import type { QualifiedName, RoleSettings, Settings } from './schema-cache.ts';

/** The role as which the server connects. Its settings are those of the installation. */
const loginRole = 'authenticator';

/** Settings that requests set themselves or apply in another way, and the driver's encoding. */
const excludedSettings: ReadonlySet<string> = new Set([
  'client_encoding',
  'role',
  'search_path',
  'session_authorization',
  'statement_timeout',
  'default_transaction_isolation',
]);

/**
 * Returns the settings of a role. The last of equal names counts: settings for one database are
 * listed after those for all.
 */
function settingsByName({ role_settings }: Catalogue, role: string): ReadonlyMap<string, string> {
  return new Map(
    role_settings.filter((row) => row.role === role).map(({ name, value }) => [name, value]),
  );
}

function isOn(value: string | undefined): boolean {
  return ['true', 'on', 'yes', '1'].includes(value?.toLowerCase() ?? '');
}

/** Parses the name of a function. A name without a schema is in `public`. */
function parseRoutineName(text: string): QualifiedName {
  const dot = text.indexOf('.');
  const bare = (part: string) => part.replaceAll('"', '');
  return dot < 0
    ? { schema: 'public', name: bare(text) }
    : { schema: bare(text.slice(0, dot)), name: bare(text.slice(dot + 1)) };
}

export function readSettings(catalogue: Catalogue): Settings {
  const settings = settingsByName(catalogue, loginRole);
  const preRequest = settings.get('pgrst.db_pre_request') ?? '';
  const txEnd = settings.get('pgrst.db_tx_end') ?? 'commit';
  return {
    aggregates: isOn(settings.get('pgrst.db_aggregates_enabled')),
    plans: isOn(settings.get('pgrst.db_plan_enabled')),
    preRequest: preRequest === '' ? null : parseRoutineName(preRequest),
    txRollback: txEnd.startsWith('rollback'),
    txAllowed: txEnd.endsWith('-allow-override'),
  };
}

export function readRoles(catalogue: Catalogue): ReadonlyMap<string, RoleSettings> {
  const names = new Set(catalogue.role_settings.map(({ role }) => role));
  names.delete(loginRole);
  return new Map(
    [...names].map((role): [string, RoleSettings] => {
      const settings = settingsByName(catalogue, role);
      const others = [...settings].filter(([name]) => !excludedSettings.has(name));
      const statementTimeoutMs = parseDuration(settings.get('statement_timeout') ?? '');
      const isolation = parseIsolation(settings.get('default_transaction_isolation'));
      return [role, { statementTimeoutMs, isolation, others }];
    }),
  );
}

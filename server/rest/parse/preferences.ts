/** The preferences of the Prefer header (RFC 7240). The first of each kind counts. */
export interface Preferences {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly return: 'representation' | 'minimal' | 'headers-only' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  /** How the transaction ends, if the installation lets clients choose. */
  readonly tx: 'commit' | 'rollback' | null;
  readonly missing: 'default' | 'null' | null;
  readonly handling: 'strict' | 'lenient' | null;
  /** A time zone that PostgreSQL knows. */
  readonly timezone: string | null;
  readonly maxAffected: number | null;
  /** The entries that are none of these. With handling=strict they are refused. */
  readonly invalid: readonly string[];
}

/** The optional preferences that the installation supports. */
export interface SupportedPreferences {
  /** The allowed ends of a transaction. If there is only one, clients cannot choose. */
  readonly txEnds: readonly string[];
  /** Names of time zones; only needed if the header names one. */
  readonly timezones: ReadonlySet<string>;
}

const allowedValues = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const;

type Kind = keyof typeof allowedValues;

function isKind(name: string): name is Kind {
  return Object.hasOwn(allowedValues, name);
}

const noPreferences: Preferences = Object.freeze({
  resolution: null,
  return: null,
  count: null,
  tx: null,
  missing: null,
  handling: null,
  timezone: null,
  maxAffected: null,
  invalid: [],
});

/** Parses the Prefer header. */
export function parsePreferences(
  header: string | null,
  supported: SupportedPreferences,
): Preferences {
  if (header === null) return noPreferences;
  const found: Partial<Record<Kind, string>> = {};
  let maxAffected: number | null = null;
  let timezone: string | null = null;
  const invalid: string[] = [];
  for (const entry of header.split(',')) {
    const preference = entry.trim();
    if (preference === '') continue;
    const equals = preference.indexOf('=');
    const name = preference.slice(0, Math.max(equals, 0));
    const value = preference.slice(equals + 1);
    const allowed: readonly string[] = isKind(name) ? allowedValues[name] : [];
    const isSupported = name !== 'tx' || supported.txEnds.includes(value);
    if (isKind(name) && allowed.includes(value) && isSupported) found[name] ??= value;
    else if (name === 'max-affected' && /^\d+$/.test(value)) {
      maxAffected ??= Math.min(Number(value), Number.MAX_SAFE_INTEGER);
    } else if (name === 'timezone' && supported.timezones.has(value)) timezone ??= value;
    else invalid.push(preference);
  }
  const pick = <Name extends Kind>(name: Name): (typeof allowedValues)[Name][number] | null =>
    allowedValues[name].find((word) => word === found[name]) ?? null;
  return Object.freeze({
    resolution: pick('resolution'),
    return: pick('return'),
    count: pick('count'),
    tx: supported.txEnds.length > 1 ? pick('tx') : null,
    missing: pick('missing'),
    handling: pick('handling'),
    timezone,
    maxAffected,
    invalid,
  });
}

/** The name of a valid preference. */
export type PreferenceName = Exclude<keyof Preferences, 'invalid'>;

/** The names of preferences on the wire, in the order of the Preference-Applied header. */
const headerNames: readonly (readonly [PreferenceName, string])[] = [
  ['resolution', 'resolution'],
  ['missing', 'missing'],
  ['return', 'return'],
  ['count', 'count'],
  ['tx', 'tx'],
  ['handling', 'handling'],
  ['timezone', 'timezone'],
  ['maxAffected', 'max-affected'],
];

/** The preferences that every action honours. */
const alwaysHonoured: readonly PreferenceName[] = ['count', 'tx', 'handling', 'timezone'];

/** Returns Preference-Applied. `more` are the preferences that this action honours in addition. */
export function preferenceApplied(
  preferences: Preferences,
  more: readonly PreferenceName[],
): string | null {
  const applied: string[] = [];
  for (const [name, headerName] of headerNames) {
    const value = preferences[name];
    if (value === null || !(alwaysHonoured.includes(name) || more.includes(name))) continue;
    if (name === 'maxAffected' && preferences.handling !== 'strict') continue;
    applied.push(`${headerName}=${value}`);
  }
  return applied.length === 0 ? null : applied.join(', ');
}

import { refuse } from '#server/rest/rest-error.ts';

/** The Prefer header (RFC 7240), as far as the protocol knows it. The first of each kind counts. */
export interface Preferences {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly return: 'representation' | 'minimal' | 'headers-only' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  /** How the transaction is to end, where the installation lets clients say so. */
  readonly tx: 'commit' | 'rollback' | null;
  readonly missing: 'default' | 'null' | null;
  readonly handling: 'strict' | 'lenient' | null;
  /** A time zone that PostgreSQL knows. */
  readonly timezone: string | null;
  readonly maxAffected: number | null;
}

/** What the installation adds to the preferences that are always known. */
export interface KnownPreferences {
  /** How a transaction may end; of one way only, clients cannot say. */
  readonly txEnds: readonly string[];
  /** Names of time zones; needed only where the header names one. */
  readonly timezones: ReadonlySet<string>;
}

const words = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const;

type Kind = keyof typeof words;

function isKind(name: string): name is Kind {
  return Object.hasOwn(words, name);
}

const nothing: Preferences = Object.freeze({
  resolution: null,
  return: null,
  count: null,
  tx: null,
  missing: null,
  handling: null,
  timezone: null,
  maxAffected: null,
});

/** Preferences that cannot be honoured are ignored, or refused with handling=strict. */
export function parsePreferences(header: string | null, known: KnownPreferences): Preferences {
  if (header === null) return nothing;
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
    const allowed: readonly string[] = isKind(name) ? words[name] : [];
    const can = name !== 'tx' || known.txEnds.includes(value);
    if (isKind(name) && allowed.includes(value) && can) found[name] ??= value;
    else if (name === 'max-affected' && /^\d+$/.test(value)) {
      maxAffected ??= Math.min(Number(value), Number.MAX_SAFE_INTEGER);
    } else if (name === 'timezone' && known.timezones.has(value)) timezone ??= value;
    else invalid.push(preference);
  }
  if (found.handling === 'strict' && invalid.length > 0) throw refuse.preferences(invalid);
  const pick = <Name extends Kind>(name: Name): (typeof words)[Name][number] | null =>
    words[name].find((word) => word === found[name]) ?? null;
  return Object.freeze({
    resolution: pick('resolution'),
    return: pick('return'),
    count: pick('count'),
    tx: known.txEnds.length > 1 ? pick('tx') : null,
    missing: pick('missing'),
    handling: pick('handling'),
    timezone,
    maxAffected,
  });
}

/** In the order in which the answer names them. */
const wireNames: readonly (readonly [keyof Preferences, string])[] = [
  ['resolution', 'resolution'],
  ['missing', 'missing'],
  ['return', 'return'],
  ['count', 'count'],
  ['tx', 'tx'],
  ['handling', 'handling'],
  ['timezone', 'timezone'],
  ['maxAffected', 'max-affected'],
];

/** Honoured by every action. */
const always: readonly (keyof Preferences)[] = ['count', 'tx', 'handling', 'timezone'];

/** Which of the preferences were honoured, as Preference-Applied; `more` are those that only some actions know. */
export function preferenceApplied(
  preferences: Preferences,
  more: readonly (keyof Preferences)[],
): string | null {
  const applied: string[] = [];
  for (const [name, wireName] of wireNames) {
    const value = preferences[name];
    if (value === null || !(always.includes(name) || more.includes(name))) continue;
    if (name === 'maxAffected' && preferences.handling !== 'strict') continue;
    applied.push(`${wireName}=${value}`);
  }
  return applied.length === 0 ? null : applied.join(', ');
}

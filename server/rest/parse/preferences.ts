import { refuse } from '#server/rest/rest-error.ts';

/** The Prefer header (RFC 7240), as far as the protocol knows it. The first of each kind counts. */
export interface Preferences {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly return: 'representation' | 'minimal' | 'headers-only' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly missing: 'default' | 'null' | null;
  readonly handling: 'strict' | 'lenient' | null;
  readonly maxAffected: number | null;
}

const words = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
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
  missing: null,
  handling: null,
  maxAffected: null,
});

/** A preference that this server does not honour (timezone=) is ignored, or refused when strict. */
export function parsePreferences(header: string | null): Preferences {
  if (header === null) return nothing;
  const found: Partial<Record<Kind, string>> = {};
  let maxAffected: number | null = null;
  const invalid: string[] = [];
  for (const entry of header.split(',')) {
    const preference = entry.trim();
    if (preference === '') continue;
    const equals = preference.indexOf('=');
    const name = preference.slice(0, Math.max(equals, 0));
    const value = preference.slice(equals + 1);
    const allowed: readonly string[] = isKind(name) ? words[name] : [];
    if (isKind(name) && allowed.includes(value)) found[name] ??= value;
    // Upstream knows tx= and ignores it unless its configuration allows it.
    else if (preference === 'tx=commit' || preference === 'tx=rollback') continue;
    else if (name === 'max-affected') maxAffected ??= /^\d+$/.test(value) ? Number(value) : null;
    else invalid.push(preference);
  }
  if (found.handling === 'strict' && invalid.length > 0) throw refuse.preferences(invalid);
  const pick = <Name extends Kind>(name: Name): (typeof words)[Name][number] | null =>
    words[name].find((word) => word === found[name]) ?? null;
  return Object.freeze({
    resolution: pick('resolution'),
    return: pick('return'),
    count: pick('count'),
    missing: pick('missing'),
    handling: pick('handling'),
    maxAffected,
  });
}

/** Which of the preferences the action at hand has honoured, as Preference-Applied. */
export function preferenceApplied(
  preferences: Preferences,
  honoured: ReadonlySet<keyof Preferences>,
): string | null {
  const applied: string[] = [];
  const add = (name: keyof Preferences, wire: string) => {
    const value = preferences[name];
    if (value !== null && honoured.has(name)) applied.push(`${wire}=${value}`);
  };
  add('resolution', 'resolution');
  add('missing', 'missing');
  add('return', 'return');
  add('count', 'count');
  add('handling', 'handling');
  if (preferences.handling === 'strict') add('maxAffected', 'max-affected');
  return applied.length === 0 ? null : applied.join(', ');
}

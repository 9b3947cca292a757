const units: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * Parses a duration of PostgreSQL's settings ('60s', '1.5min', '500' in ms) into milliseconds.
 * Returns null if it is none.
 */
export function parseDuration(text: string): number | null {
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*(us|ms|s|min|h|d)?\s*$/.exec(text) ?? [];
  return amount === undefined ? null : Math.round(Number(amount) * (units[unit ?? 'ms'] ?? 1));
}

const units = ['KB', 'MB', 'GB'] as const;

/** Returns a size in bytes for people: '12 KB', '1.4 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  let value = bytes / 1024;
  let unit = 0;
  while (Math.round(value) >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = value < 10 ? 1 : 0;
  return `${Number(value.toFixed(digits)).toLocaleString('en-GB')} ${units[unit]}`;
}

const retentionDays = 30;

/** Returns when something deleted will be permanently removed, as a phrase. */
export function daysLeft(deletedAt: string): string {
  const daysSince = (Date.now() - new Date(deletedAt).getTime()) / 86_400_000;
  const left = Math.max(0, Math.ceil(retentionDays - daysSince));
  if (left === 0) return 'permanently removed today';
  return `permanently removed in ${left} ${left === 1 ? 'day' : 'days'}`;
}

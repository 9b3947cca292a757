const keptDays = 30;

/** For what was deleted: when it is removed for good, in words. */
export function daysLeft(deletedAt: string): string {
  const gone = (Date.now() - new Date(deletedAt).getTime()) / 86_400_000;
  const left = Math.max(0, Math.ceil(keptDays - gone));
  if (left === 0) return 'removed for good today';
  return `removed for good in ${left} ${left === 1 ? 'day' : 'days'}`;
}

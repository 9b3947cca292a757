const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

// Created once: creating a format takes a hundred times as long as using it, and each row of a list
// uses two.
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const dayOfThisYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayOfAnyYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' });

/** Formats a time for people: 'just now', '2 hours ago', 'yesterday', '3 May', '3 May 2024'. */
export function relativeTime(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 45) return 'just now';
  if (distance < hour) return relative.format(nonZero(seconds / minute), 'minute');
  if (distance < day) return relative.format(nonZero(seconds / hour), 'hour');
  if (distance < 7 * day) return relative.format(nonZero(seconds / day), 'day');
  const sameYear = at.getFullYear() === now.getFullYear();
  return (sameYear ? dayOfThisYear : dayOfAnyYear).format(at);
}

/** Formats a day: '3 May 2024'. */
export function longDate(at: Date): string {
  return date.format(at);
}

/** Formats the exact time, for a tooltip: '3 May 2024, 14:05:09'. */
export function exactTime(at: Date): string {
  return moment.format(at);
}

function nonZero(amount: number): number {
  return Math.trunc(amount) || Math.sign(amount);
}

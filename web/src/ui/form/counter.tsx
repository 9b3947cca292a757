import { cx } from '#web/lib/theme/class-names.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';

/** The number of characters left, shown from 90 % of the limit on. */
export function Counter({ text, limit }: { readonly text: string; readonly limit: number }) {
  if (text.length < limit * 0.9) return null;
  const left = limit - codePointLength(text);
  return (
    <span className={cx('text-xs tabular-nums', left < 0 ? 'text-danger-ink' : 'text-ink-quiet')}>
      {left < 0
        ? `${(-left).toLocaleString('en-GB')} too many`
        : `${left.toLocaleString('en-GB')} left`}
    </span>
  );
}

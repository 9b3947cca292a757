import { useState, type ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

interface AvatarProps {
  readonly email: string;
  readonly url: string | null;
  readonly className?: string;
  /** Shown instead of the letter if there is no picture. */
  readonly fallback?: ReactNode;
}

/** A person's picture, or the first letter of their e-mail if there is none or it doesn't load. */
export function Avatar({ email, url, className, fallback }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shape = cx('size-8 shrink-0 rounded-full', className);
  if (url !== null && url !== broken) {
    return (
      <img src={url} alt="" className={cx(shape, 'object-cover')} onError={() => setBroken(url)} />
    );
  }
  if (fallback !== undefined) return fallback;
  return (
    <span
      aria-hidden="true"
      className={cx(
        shape,
        'grid place-items-center bg-chip font-semibold text-chip-ink',
        // Firefox would print the letter of a container at the foot of the page.
        '[container-type:size] print:[container-type:normal]',
      )}
    >
      <span className="text-[max(44cqh,0.8125rem)] leading-none print:text-xs">
        {(/^./u.exec(email)?.[0] ?? '?').toUpperCase()}
      </span>
    </span>
  );
}

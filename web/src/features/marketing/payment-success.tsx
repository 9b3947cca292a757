import { useEffect, useState } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { StampedPage } from '#web/ui/drawings/stamped-page.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';

const seconds = 5;

interface PaymentSuccessProps {
  /** The redirect's target, and its label. */
  readonly to: string;
  readonly label: string;
  readonly onElapsed: () => void;
}

/** Thanks the user and redirects after five seconds. */
export function PaymentSuccess({ to, label, onElapsed }: PaymentSuccessProps) {
  usePageTitle('Thank you');
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    if (left === 0) {
      onElapsed();
      return undefined;
    }
    const tick = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(tick);
  }, [left, onElapsed]);

  return (
    <div className="mx-auto flex w-full max-w-[560px] flex-col items-center px-5 pt-20 text-center md:pt-28">
      <div className="text-ink-quiet">
        <StampedPage />
      </div>
      <h1 className="mt-8 font-serif text-4xl font-medium tracking-[-0.02em]">Thank you</h1>
      <p className="mt-4 text-lg text-ink-soft">
        Your subscription starts as soon as the payment is confirmed.
      </p>
      <p role="timer" className="mt-8 text-ink-quiet tabular-nums">
        Redirecting in {formatCount(left, 'second')}.
      </p>
      <ButtonLink to={to} variant="primary" size="large" className="mt-5">
        {label}
      </ButtonLink>
    </div>
  );
}

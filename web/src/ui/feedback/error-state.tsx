import type { ReactNode } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import { TornPage } from '#web/ui/drawings/torn-page.tsx';

interface ErrorStateProps {
  readonly title: string;
  readonly message: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retryLabel?: string;
  /** Technical details, collapsed at first. */
  readonly details?: string | undefined;
  /** Another button or link beside 'Try again'. */
  readonly action?: ReactNode;
  /** Whether it replaces the whole page; its title is then the `<h1>`. */
  readonly wholePage?: boolean;
}

/** An error in place of content: what failed, why, and what to do next. */
export function ErrorState({
  title,
  message,
  onRetry,
  retryLabel,
  details,
  action,
  wholePage = false,
}: ErrorStateProps) {
  const Title = wholePage ? 'h1' : 'p';
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center wrap-anywhere">
      <div className="mb-5 text-ink-quiet">
        <TornPage />
      </div>
      <Title className="font-serif text-xl font-medium text-balance text-ink">{title}</Title>
      <p className="mt-2 max-w-md text-sm text-balance text-ink-soft">{message}</p>
      {onRetry || action ? (
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          {onRetry ? <Button onClick={onRetry}>{retryLabel ?? 'Try again'}</Button> : null}
          {action}
        </div>
      ) : null}
      {details ? (
        <details className="mt-6 max-w-xl text-left text-xs text-ink-quiet">
          <summary className="text-center pointer-coarse:py-3.5">Details</summary>
          <pre className="mt-2 rounded-md bg-sunken p-3 font-mono whitespace-pre-wrap">
            {details}
          </pre>
        </details>
      ) : null}
    </div>
  );
}

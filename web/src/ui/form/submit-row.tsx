import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface SubmitRowProps {
  readonly onCancel: () => void;
  /** Whether the form is being sent. */
  readonly busy: boolean;
  readonly variant?: 'primary' | 'danger';
  /** The label of the button that sends the form. */
  readonly children: ReactNode;
}

/** The last row of a form in a dialog. On phones its buttons share the width. */
export function SubmitRow({ onCancel, busy, variant = 'primary', children }: SubmitRowProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant={variant} busy={busy}>
        {children}
      </Button>
    </div>
  );
}

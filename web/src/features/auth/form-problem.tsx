import type { ReactNode } from 'react';

/** What was refused, beside the form that asked for it; announced when it appears. */
export function FormProblem({ children }: { readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <div
      role="alert"
      className="border-l-2 border-danger bg-danger-wash px-3 py-2 text-sm text-danger-ink"
    >
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';

/** Shows why a form was refused. Screen readers announce it. */
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

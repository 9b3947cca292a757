import type { ReactNode } from 'react';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** Shows why a form was refused. Screen readers announce it. */
export function FormProblem({ children }: { readonly children: ReactNode }) {
  return children ? <Alert>{children}</Alert> : null;
}

import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { toast } from '#web/ui/feedback/toast.ts';

/** Redirects from a page that doesn't exist, with a toast that says why. */
export function NavigateWithError({ to, message }: { to: string; message: string }) {
  useEffect(() => toast.error(message), [message]);
  return <Navigate to={to} replace />;
}

import type { To } from 'react-router';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** Shown instead of the form where people can't make accounts themselves. */
export function SignUpClosed({ signIn }: { readonly signIn: To }) {
  return (
    <AuthLayout
      title="Sign-ups are closed"
      lead="You can't create an account here yourself. Ask the people who run this site for an invitation."
    >
      <ButtonLink to={signIn} variant="primary" size="large" className="w-full">
        Sign in
      </ButtonLink>
    </AuthLayout>
  );
}

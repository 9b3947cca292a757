import { Navigate, useLocation, useSearchParams } from 'react-router';
import { signInThen } from '#contract/routes.ts';
import { useSession } from '#web/data/session/session.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { OtherAccountButton } from '#web/features/auth/other-account-button.tsx';
import { ConsentForm } from '#web/features/consent/consent-form.tsx';
import { requestProblem } from '#web/features/consent/request-problem.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { SpinnerPage } from '#web/ui/feedback/spinner.tsx';

/** /oauth/consent: asks whether an app may have access. Signs in first. */
export function Component() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const [parameters] = useSearchParams();
  const id = parameters.get('authorization_id');
  if (id === null) {
    return (
      <AuthLayout title="This app can't be connected">
        <p className="text-sm text-ink-soft">{requestProblem(parameters.get('error'))}</p>
      </AuthLayout>
    );
  }
  switch (session.status) {
    case 'loading':
      return <SpinnerPage label="Loading" />;
    case 'failed':
      return (
        <AuthLayout title="Connect an app">
          <Alert>{session.error.message}</Alert>
        </AuthLayout>
      );
    case 'signed-in':
      return (
        <AuthLayout title="Connect an app" footer={<OtherAccountButton />}>
          <ConsentForm
            key={id}
            id={id}
            userId={session.user.id}
            openAddress={(address) => location.assign(address)}
          />
        </AuthLayout>
      );
    default:
      return <Navigate to={signInThen(pathname + search)} replace />;
  }
}

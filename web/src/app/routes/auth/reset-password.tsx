import { Link, useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { setPassword } from '#web/data/session/auth.ts';
import { finishRecovery, useRecovery } from '#web/data/session/recovery.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { FormProblem } from '#web/features/auth/form-problem.tsx';
import { NewPasswordForm } from '#web/features/auth/new-password-form.tsx';
import { ResetRequestForm } from '#web/features/auth/reset-request-form.tsx';
import { SecondFactorStep } from '#web/features/auth/second-factor/second-factor-step.tsx';
import { SwitchAccount } from '#web/features/auth/switch-account.tsx';
import { SpinnerPage } from '#web/ui/feedback/spinner.tsx';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';

/** /reset-password: requests the email and, behind its link, sets the new password. */
export function Component() {
  const recovery = useRecovery();
  const navigate = useNavigate();

  if (recovery.status === 'loading') return <SpinnerPage label="Opening your link" />;
  if (recovery.status === 'other-account') return <SwitchAccount {...recovery} />;
  if (recovery.status === 'second-factor') return <SecondFactorStep user={recovery.user} />;
  if (recovery.status === 'ready') {
    return (
      <AuthLayout title="Choose a new password" lead={<>For {recovery.email}.</>}>
        <NewPasswordForm
          save={setPassword}
          onSaved={() => {
            finishRecovery();
            void navigate(routes.app, { replace: true });
          }}
        />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Reset your password"
      lead="We'll email you a link to choose a new one."
      footer={
        <Link to={routes.signIn} className={textLinkClass}>
          Back to sign in
        </Link>
      }
    >
      <div className="flex flex-col gap-5">
        <FormProblem>
          {recovery.problem === null
            ? null
            : `${recovery.problem.message.replace(/[.]$/, '')}. Request a new one: each link works once, for a limited time.`}
        </FormProblem>
        <ResetRequestForm />
      </div>
    </AuthLayout>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paymentMessages } from '#contract/payment-messages.ts';
import { routes } from '#contract/routes.ts';
import { useSession } from '#web/data/session/session.ts';
import { PaymentSuccess } from '#web/features/marketing/payment-success.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/**
 * /payment-success: the payment provider redirects here. The cached subscription is out of date.
 */
export function Component() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signedIn = useSession().status === 'signed-in';

  useEffect(() => {
    void client.invalidateQueries({ queryKey: queryKeys.subscriptions.all });
  }, [client]);

  const leave = useCallback(() => {
    if (!signedIn) toast.note(paymentMessages.signInForPremium);
    void navigate(signedIn ? routes.dashboard : routes.signIn, { replace: true });
  }, [navigate, signedIn]);

  return (
    <PublicLayout>
      <PaymentSuccess
        to={signedIn ? routes.dashboard : routes.signIn}
        label={signedIn ? 'Go to the dashboard' : 'Sign in'}
        onElapsed={leave}
      />
    </PublicLayout>
  );
}

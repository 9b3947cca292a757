import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { checkoutQuery } from '#web/data/account/payments.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SpinnerPage } from '#web/ui/feedback/spinner.tsx';
import { NotFound } from '../not-found.tsx';

/** /app/upgrade: redirects to the payment provider's checkout. Not found if payments are off. */
export function Component() {
  return runtimeConfig().flags.payments ? <Checkout /> : <NotFound />;
}

function Checkout() {
  usePageTitle('Upgrade');
  const { data: address, error, refetch } = useQuery(checkoutQuery);

  useEffect(() => {
    if (address !== undefined) location.replace(address);
  }, [address]);

  if (error) {
    return (
      <ErrorState
        title="Couldn't open the checkout"
        message={toDataError(error).message}
        onRetry={() => void refetch()}
        action={
          <ButtonLink to={routes.pricing} variant="quiet">
            Back to pricing
          </ButtonLink>
        }
      />
    );
  }
  return <SpinnerPage label="Opening the checkout" />;
}

import { Link } from 'react-router';
import { paymentMessages } from '#contract/payment-messages.ts';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import type { User } from '#web/data/session/session.ts';
import { useSubscription } from '#web/data/account/subscription.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { Section } from './section.tsx';

/** The user's plan, with a link to upgrade. */
export function PlanSection({ user }: { readonly user: Pick<User, 'id'> }) {
  const subscription = useSubscription(user.id);
  const offered = runtimeConfig().flags.payments;
  return (
    <Section title="Plan">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <p className="font-medium">
            {subscription.isLoading ? (
              <Skeleton className="my-1 h-4 w-28" />
            ) : subscription.isSubscribed ? (
              paymentMessages.plan
            ) : (
              paymentMessages.currentlyFree
            )}
          </p>
          <p className="mt-0.5 text-sm text-ink-quiet">
            Unlimited prompts.{' '}
            <Link to={routes.pricing} className="underline underline-offset-2 hover:text-ink">
              See the premium plan
            </Link>
          </p>
        </div>
        {offered && !subscription.isLoading && !subscription.isSubscribed ? (
          <ButtonLink to={routes.upgrade}>{paymentMessages.upgrade}</ButtonLink>
        ) : null}
      </div>
    </Section>
  );
}

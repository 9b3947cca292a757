import { Check } from 'lucide-react';
import { paymentMessages } from '#contract/payment-messages.ts';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { PublicLayout } from './public-layout.tsx';

const features = [
  'Unlimited prompts',
  'Every version saved, to compare and restore',
  'Variables you fill in as you copy',
  'Groups and favourites',
  'Community prompts to fork, and your own to share',
  'Import whole collections at once',
];

/** /pricing: what it costs today, then the only plan. */
export function Pricing() {
  const { flags } = runtimeConfig();
  return (
    <PublicLayout>
      <div className="mx-auto grid w-full max-w-[1120px] grid-cols-1 items-start gap-x-16 gap-y-12 px-5 pt-10 sm:px-8 md:pt-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <h1 className="font-serif text-4xl font-medium tracking-[-0.02em]">Pricing</h1>
          {flags.payments ? null : <Today />}
        </div>
        <section
          aria-labelledby="plan"
          className="rounded-lg border border-hairline bg-surface p-7 shadow-float sm:p-9"
        >
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="plan" className="text-lg font-semibold">
              {paymentMessages.plan}
            </h2>
            <Badge>{paymentMessages.mostPopular}</Badge>
          </div>
          <p className="mt-5 flex flex-wrap items-baseline gap-2">
            <span className="font-serif text-5xl font-medium tracking-[-0.02em]">
              {paymentMessages.price}
            </span>
            <span className="text-ink-soft">{paymentMessages.perYear}</span>
          </p>
          <p className="mt-1 text-sm text-ink-quiet">{paymentMessages.perDay}</p>
          <ul className="mt-7 space-y-3 text-pretty border-t border-hairline pt-7">
            {features.map((feature) => (
              <li key={feature} className="flex gap-3">
                <Check size={18} className="mt-[3px] shrink-0 text-ink-soft" />
                {feature}
              </li>
            ))}
          </ul>
          <Offer />
        </section>
      </div>
    </PublicLayout>
  );
}

/** Today's price: nothing. */
function Today() {
  const isOpen = runtimeConfig().signIn.signUp;
  return (
    <section aria-labelledby="today" className="mt-8">
      <h2 id="today" className="text-lg font-semibold">
        What it costs today
      </h2>
      <p className="mt-3 font-serif text-5xl font-medium tracking-[-0.02em]">$0</p>
      <p className="mt-3 max-w-[44ch] text-lg text-pretty text-ink-soft">
        Every feature, with no limit on prompts. No card, no trial that ends. If that changes, we'll
        tell you first.
      </p>
      <div className="mt-7 flex flex-wrap gap-3 in-signed-in:hidden">
        <ButtonLink to={isOpen ? routes.signUp : routes.signIn} variant="primary" size="large">
          {isOpen ? 'Create your account' : 'Sign in'}
        </ButtonLink>
        <ButtonLink to={routes.whyFree} size="large">
          Why Free?
        </ButtonLink>
      </div>
    </section>
  );
}

/** Currently free; with payments on, a link to the checkout. */
function Offer() {
  if (runtimeConfig().flags.payments) {
    return (
      <ButtonLink to={routes.upgrade} variant="primary" size="large" className="mt-8 w-full">
        {paymentMessages.upgrade}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button disabled size="large" className="mt-8 w-full">
        {paymentMessages.currentlyFree}
      </Button>
      <p className="mt-3 text-center text-sm text-ink-quiet">{paymentMessages.noPayment}</p>
    </>
  );
}

import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { TornPage } from '#web/ui/drawings/torn-page.tsx';

/** A prompt that doesn't exist or isn't public, and a page of prompts that doesn't exist. */
export function MissingPrompt() {
  return (
    <Problem
      title={messages.prompts.notFound}
      text="It may have been deleted, or it's no longer public."
      to={routes.landing}
      label="Go home"
    />
  );
}

/** A page whose prompts can't be read now. */
export function Unavailable({ path }: { readonly path: string }) {
  return (
    <Problem
      title="This page isn't available right now"
      text="The database is not responding. Please try again in a moment."
      to={path}
      label={messages.community.tryAgain}
    />
  );
}

interface ProblemProps {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly label: string;
}

function Problem({ title, text, to, label }: ProblemProps) {
  return (
    <PublicLayout>
      <div className="flex min-h-[60dvh] flex-col items-center justify-center px-6 py-16 text-center">
        <div className="mb-5 text-ink-quiet">
          <TornPage />
        </div>
        <h1 className="font-serif text-3xl font-medium">{title}</h1>
        <p className="mt-3 max-w-md text-balance text-ink-soft">{text}</p>
        <ButtonLink to={to} variant="primary" className="mt-6">
          {label}
        </ButtonLink>
      </div>
    </PublicLayout>
  );
}

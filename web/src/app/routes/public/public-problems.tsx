import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { PageNotice } from '#web/ui/feedback/page-notice.tsx';

/** A prompt that doesn't exist or isn't public, and a page of prompts that doesn't exist. */
export function MissingPrompt() {
  const title = messages.prompts.notFound;
  return (
    <PublicLayout>
      <PageNotice title={title} to={routes.landing} label="Go home" className="min-h-[60dvh]">
        It may have been deleted, or it's no longer public.
      </PageNotice>
    </PublicLayout>
  );
}

/** A page whose prompts can't be read now. */
export function Unavailable({ path }: { readonly path: string }) {
  return (
    <PublicLayout>
      <PageNotice
        title="This page isn't available right now"
        to={path}
        label={messages.community.tryAgain}
        className="min-h-[60dvh]"
      >
        The database is not responding. Please try again in a moment.
      </PageNotice>
    </PublicLayout>
  );
}

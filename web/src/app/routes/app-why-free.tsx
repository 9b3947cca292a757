import { routes } from '#contract/routes.ts';
import { WhyFreeText } from '#web/features/marketing/why-free.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';

/** /app/why-free: the text of /why-free inside the shell. */
export function Component() {
  return (
    <div className="max-w-[760px]">
      <PageHeader title="Why Free?" back={routes.app} />
      <div className="space-y-9">
        <WhyFreeText />
      </div>
    </div>
  );
}

import { routes } from '#contract/routes.ts';
import { useUser } from '#web/data/session/session.ts';
import { ClientList } from '#web/features/connect/client-list.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';

/** /app/connect: a line to copy for each program that can use the library. */
export function Component() {
  return (
    <div className="max-w-[880px]">
      <PageHeader
        title="Connect"
        subtitle="Use your prompts where you work: in assistants, editors and terminals."
        back={routes.account}
      />
      <ClientList userId={useUser().id} />
    </div>
  );
}

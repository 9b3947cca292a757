import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { wasPrefetched } from '#web/data/backend/prefetched-responses.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { promptsQuery } from '#web/data/prompts/prompt-lists.ts';
import { readUser } from '#web/data/session/session.ts';
import { GroupPanel } from '#web/features/groups/group-panel.tsx';
import { GroupGrid } from '#web/features/groups/group-grid.tsx';
import { AllPrompts } from '#web/features/prompts/list/all-prompts.tsx';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { queryClientOf } from '../query-client.ts';
import { NewPromptButton } from './new-prompt-button.tsx';

/** Waits up to 500 ms for prefetched data, so that the page appears together with it. */
export async function loader(): Promise<null> {
  const user = await readUser();
  if (user !== null && wasPrefetched()) {
    const client = queryClientOf(user.id);
    await Promise.race([
      Promise.all([
        client.prefetchQuery(groupsQuery(user.id)),
        client.prefetchInfiniteQuery(promptsQuery('mine', user.id)),
      ]),
      new Promise((resolve) => setTimeout(resolve, 500)),
    ]);
  }
  return null;
}

/** /app: the user's groups and all prompts. */
export function Component() {
  const [panel, setPanel] = useState<PanelRequest | null>(null);
  const [creatingGroup, setCreatingGroup] = useState(false);

  const newPrompt = <NewPromptButton onClick={() => setPanel({ mode: 'create' })} />;
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          <>
            <Button
              icon={<FolderPlus size={17} aria-hidden="true" />}
              onClick={() => setCreatingGroup(true)}
            >
              New Group
            </Button>
            {newPrompt}
          </>
        }
      />
      <section aria-labelledby="quick-access-groups" className="mb-10">
        <h2 id="quick-access-groups" className="mb-4 font-serif text-2xl font-medium text-ink">
          Quick Access Groups
        </h2>
        <GroupGrid />
      </section>
      <AllPrompts emptyAction={newPrompt} />
      <GroupPanel group={null} open={creatingGroup} onOpenChange={setCreatingGroup} />
      <PromptPanel request={panel} onClose={() => setPanel(null)} />
    </>
  );
}

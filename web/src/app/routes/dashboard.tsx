import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { wasPrefetched } from '#web/data/backend/prefetched-responses.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { promptsQuery } from '#web/data/prompts/lists/prompt-lists.ts';
import { readUser, useUser } from '#web/data/session/session.ts';
import { firstStepsMemory } from '#web/features/first-run/first-steps-memory.ts';
import { OptionSkeletons, StartSheet } from '#web/features/first-run/start-sheet.tsx';
import { lastGroupCount } from '#web/features/groups/last-group-count.ts';
import { GroupGrid } from '#web/features/groups/group-grid.tsx';
import { GroupsSpinner } from '#web/features/groups/groups-spinner.tsx';
import { AllPrompts } from '#web/features/prompts/list/all-prompts.tsx';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { waitAtMost } from '#web/lib/values/wait-at-most.ts';
import { Button } from '#web/ui/form/button.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { NewPromptButton } from '#web/ui/list/new-prompt-button.tsx';
import { OverlaySuspense } from '#web/ui/overlay/once-opened.tsx';
import { queryClientOf } from '../query-client.ts';

// Most visits don't need these.
const importFirstSteps = () => import('./first-steps.tsx');
const { promise: sheetPainted, resolve: markSheetPainted } = Promise.withResolvers<void>();
const importFirstRun = async () => {
  await sheetPainted;
  return Promise.all([import('./first-run.tsx'), importFirstSteps()]);
};
const FirstRun = lazy(async () => (await importFirstRun())[0]);
/** The steps below the sheet, whose contents would push them down if they came first. */
const StepsOfFirstRun = lazy(async () => (await importFirstRun())[1]);
const GroupPanel = lazy(async () => ({
  default: (await import('#web/features/groups/group-panel.tsx')).GroupPanel,
}));
const FirstSteps = lazy(importFirstSteps);

/** Waits up to 500 ms for prefetched data, so that the page appears together with it. */
export async function loader(): Promise<null> {
  const user = await readUser();
  if (user !== null && wasPrefetched()) {
    const client = queryClientOf(user.id);
    await waitAtMost(
      500,
      Promise.all([
        client.prefetchQuery(groupsQuery(user.id)),
        client.prefetchInfiniteQuery(promptsQuery('mine', user.id)),
      ]),
    );
  }
  return null;
}

/** /app: the user's groups and all prompts; without a prompt, the ways to begin. */
export function Component() {
  const [panel, setPanel] = useState<PanelRequest | null>(null);
  const [creatingGroup, setCreatingGroup] = useState<boolean | null>(null);
  const user = useUser();
  const prompts = useInfiniteQuery(promptsQuery('mine', user.id));
  const groups = useQuery(groupsQuery(user.id));
  const isEmpty = prompts.data?.prompts.length === 0;
  // Stays, since an import that it began shows its report.
  const [hasBegunEmpty, setHasBegunEmpty] = useState(false);
  if (isEmpty && !hasBegunEmpty) setHasBegunEmpty(true);
  // The sheet's heading is painted before its contents load.
  useEffect(() => {
    if (hasBegunEmpty) requestAnimationFrame(() => setTimeout(markSheetPainted));
  }, [hasBegunEmpty]);
  const [lastCount] = useState(() => lastGroupCount.read(user.id));
  // On a device that doesn't know the account, both lists decide together what stands above the other.
  const awaitsPrompts = lastCount === null && prompts.isPending;
  const groupCount = groups.data?.length ?? (isEmpty ? 0 : lastCount);
  const [stepsBefore] = useState(() => firstStepsMemory.read(user.id));
  // Only those who began on this device: later, the steps would push the list down.
  const isNewcomer = stepsBefore === null ? hasBegunEmpty : stepsBefore !== 'over';
  const createGroup = () => setCreatingGroup(true);

  const newPrompt = <NewPromptButton inList onClick={() => setPanel({ mode: 'create' })} />;
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          <>
            <Button icon={<FolderPlus size={17} />} onClick={createGroup}>
              New Group
            </Button>
            <NewPromptButton onClick={() => setPanel({ mode: 'create' })} />
          </>
        }
      />
      {hasBegunEmpty ? (
        <StartSheet isShown={isEmpty}>
          <Suspense fallback={<OptionSkeletons />}>
            <FirstRun isShown={isEmpty} onPanel={setPanel} />
          </Suspense>
        </StartSheet>
      ) : null}
      {isNewcomer ? (
        <Suspense fallback={isEmpty ? null : <FirstStepsSpace />}>
          {isEmpty ? (
            <StepsOfFirstRun onNewGroup={createGroup} />
          ) : (
            <FirstSteps onNewGroup={createGroup} />
          )}
        </Suspense>
      ) : null}
      <section
        hidden={groupCount === 0 && !awaitsPrompts}
        aria-labelledby="quick-access-groups"
        className="mb-6 sm:mb-10"
      >
        <h2
          id="quick-access-groups"
          className="mb-2 font-serif text-xl sm:mb-4 sm:text-2xl font-medium text-ink"
        >
          Quick Access Groups
        </h2>
        {awaitsPrompts ? <GroupsSpinner count={null} /> : <GroupGrid />}
      </section>
      {isEmpty ? null : <AllPrompts emptyAction={newPrompt} />}
      <PromptPanel request={panel} onClose={() => setPanel(null)} />
      <OverlaySuspense>
        {creatingGroup === null ? null : (
          <GroupPanel group={null} open={creatingGroup} onOpenChange={setCreatingGroup} />
        )}
      </OverlaySuspense>
    </>
  );
}

/** The space of the first steps while their script loads. */
function FirstStepsSpace() {
  return <div className="mb-8 h-[202px] sm:h-[130px] xl:h-[94px]" />;
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { promptsQuery } from '#web/data/prompts/lists/prompt-lists.ts';
import { useUser } from '#web/data/session/session.ts';
import { firstStepsMemory } from '#web/features/first-run/first-steps-memory.ts';
import { FirstStepsList } from '#web/features/first-run/first-steps-list.tsx';
import { firstSteps } from '#web/features/first-run/first-steps.ts';

/** A newcomer's first steps, as the stored prompts and groups say; nothing once they are over. */
export default function FirstSteps({ onNewGroup }: { readonly onNewGroup: () => void }) {
  const user = useUser();
  const { data: list, hasNextPage } = useInfiniteQuery(promptsQuery('mine', user.id));
  const { data: groups } = useQuery(groupsQuery(user.id));
  const [memory] = useState(() => firstStepsMemory.read(user.id));
  const [isHidden, setHidden] = useState(memory === 'over');
  const prompts = list?.prompts;
  const counted = prompts && groups ? firstSteps(prompts, groups.length) : null;
  const isOver =
    isHidden ||
    // A person with more than a page of prompts is no newcomer.
    hasNextPage ||
    (prompts?.length ?? 0) > limits.listPageSize ||
    (counted?.every(({ done }) => done) ?? false);

  // A step stays done when its group or prompt is deleted.
  useEffect(() => {
    if (isOver) firstStepsMemory.write(user.id, 'over');
    else if (counted) firstStepsMemory.write(user.id, counted);
  }, [isOver, counted, user.id]);

  const steps = counted ?? memory;
  if (isOver || steps === null || steps === 'over') return null;
  return (
    <FirstStepsList
      steps={steps}
      prompt={prompts?.[0] ?? null}
      onNewGroup={onNewGroup}
      onDismiss={() => setHidden(true)}
    />
  );
}

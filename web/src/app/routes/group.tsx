import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { groupQuery } from '#web/data/groups/read-group.ts';
import { GroupDetail } from '#web/features/groups/group-detail.tsx';
import { GroupPanel } from '#web/features/groups/group-panel.tsx';
import { RowActions } from '#web/features/prompts/list/row-actions.tsx';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { usePromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';

/** /app/groups/{id} */
export function Component() {
  const { id = '' } = useParams();
  const group = useQuery(groupQuery(id));
  const teamId = group.data?.teamId ?? null;
  const [creating, setCreating] = useState<'group' | 'prompt' | null>(null);
  const { actions, dialogs } = usePromptActions();
  return (
    <>
      <GroupDetail
        key={id}
        groupId={id}
        onNewGroup={() => setCreating('group')}
        onNewPrompt={() => setCreating('prompt')}
        renderActions={(prompt) => <RowActions prompt={prompt} actions={actions} />}
      />
      <PromptPanel
        request={creating === 'prompt' ? { mode: 'create', start: { groupId: id }, teamId } : null}
        onClose={() => setCreating(null)}
      />
      <GroupPanel
        key={`new in ${id}`}
        group={null}
        parentId={id}
        teamId={teamId}
        open={creating === 'group'}
        onOpenChange={(open) => setCreating(open ? 'group' : null)}
      />
      {dialogs}
    </>
  );
}

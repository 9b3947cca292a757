import { useState } from 'react';
import { useParams } from 'react-router';
import { GroupDetail } from '#web/features/groups/group-detail.tsx';
import { RowActions } from '#web/features/prompts/list/row-actions.tsx';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { usePromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';

/** /app/groups/{id} */
export function Component() {
  const { id = '' } = useParams();
  const [creating, setCreating] = useState(false);
  const { actions, dialogs } = usePromptActions();
  return (
    <>
      <GroupDetail
        key={id}
        groupId={id}
        onNewPrompt={() => setCreating(true)}
        renderActions={(prompt) => <RowActions prompt={prompt} actions={actions} />}
      />
      <PromptPanel
        request={creating ? { mode: 'create', start: { groupId: id } } : null}
        onClose={() => setCreating(false)}
      />
      {dialogs}
    </>
  );
}

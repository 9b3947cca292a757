import { useState } from 'react';
import { useParams } from 'react-router';
import { GroupDetail } from '#web/features/groups/group-detail.tsx';
import { PromptPanel } from '#web/features/prompts/prompt-panel.tsx';

/** /app/groups/{id} */
export function Component() {
  const { id = '' } = useParams();
  const [creating, setCreating] = useState(false);
  return (
    <>
      <GroupDetail key={id} groupId={id} onNewPrompt={() => setCreating(true)} />
      <PromptPanel
        request={creating ? { mode: 'create', start: { groupId: id } } : null}
        onClose={() => setCreating(false)}
      />
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { communityOrders } from '#web/data/community.ts';
import { toDataError } from '#web/data/fail.ts';
import { promptQuery } from '#web/data/prompts.ts';
import { CommunityControls } from '#web/features/community/community-controls.tsx';
import { CommunityFeed } from '#web/features/community/community-feed.tsx';
import type { ForkSource } from '#web/features/prompts/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/prompt-panel.tsx';
import { StarButton } from '#web/features/prompts/star-button.tsx';
import { usePromptActions } from '#web/features/prompts/use-prompt-actions.tsx';
import { useKept } from '#web/lib/use-kept.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { withEntry } from '#web/lib/with-entry.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { toast } from '#web/ui/toast.ts';
import { views } from '#web/ui/view-toggle.tsx';

/** /app/community; the order and what is looked for stand in the address, so that they can be linked to. */
export function Component() {
  const [address, setAddress] = useSearchParams();
  const order = communityOrders.find((each) => each === address.get('order')) ?? 'latest';
  const [typed, setTyped] = useState(address.get('q') ?? '');
  const search = useSettled(typed.trim(), 250);
  const shown = useRef(search);
  const [view, setView] = useKept('cuebook.community.view', views);
  const [source, setSource] = useState<ForkSource | null>(null);
  const { actions, dialogs } = usePromptActions();
  const client = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    setAddress((now) => withEntry(now, 'q', search), { replace: true, preventScrollReset: true });
  }, [search, setAddress]);

  async function fork(id: string) {
    try {
      // The feed holds only the beginning of each text.
      setSource(await client.fetchQuery({ ...promptQuery(id), staleTime: 0 }));
    } catch (reason) {
      const { status, message } = toDataError(reason);
      toast.error(status === 404 ? message : messages.prompts.forkFailed);
    }
  }

  return (
    <>
      <PageHeader title="Community" subtitle="Prompts that people have made public" />
      <CommunityControls
        search={typed}
        onSearchChange={setTyped}
        order={order}
        onOrderChange={(next) =>
          setAddress((now) => withEntry(now, 'order', next === 'latest' ? '' : next), {
            replace: true,
          })
        }
        view={view}
        onViewChange={setView}
      />
      <CommunityFeed
        order={order}
        search={search}
        view={view}
        renderStar={(prompt) => (
          <StarButton
            title={prompt.title}
            starred={prompt.starred}
            onToggle={() => actions.star(prompt)}
          />
        )}
        onFork={({ id }) => void fork(id)}
      />
      <PromptPanel
        request={source && { mode: 'fork', source }}
        onClose={() => setSource(null)}
        onSaved={(id) => void navigate(routes.prompt(id))}
      />
      {dialogs}
    </>
  );
}

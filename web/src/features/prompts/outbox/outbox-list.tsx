import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CloudOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useOffline } from '#web/data/backend/connection.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import { useUser } from '#web/data/session/session.ts';
import { removeFromOutbox, type QueuedSave } from '#web/data/outbox/outbox-store.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';

/** The queued saves, and the refused ones, which need a decision. */
export default function OutboxList() {
  const user = useUser();
  const client = useQueryClient();
  const { saves, isSending, send } = useOutbox(user.id, announceSaved);
  const offline = useOffline();
  const [panel, setPanel] = useState<PanelRequest | null>(null);
  const latestReview = useRef<symbol>(undefined);

  /** Opens the panel for a refused save, unless another one is to be reviewed by then. */
  async function review(save: QueuedSave) {
    const thisReview = Symbol();
    latestReview.current = thisReview;
    const request = await requestFor(save);
    if (request !== null && latestReview.current === thisReview) setPanel(request);
  }

  async function requestFor(save: QueuedSave): Promise<PanelRequest | null> {
    if (save.base === null) return { mode: 'create', resume: save };
    try {
      const prompt = await client.fetchQuery({ ...promptQuery(save.promptId), staleTime: 0 });
      return { mode: 'edit', prompt, resume: save };
    } catch (reason) {
      const { status, message } = toDataError(reason);
      if (status === 404) return { mode: 'create', resume: save };
      toast.error(message);
      return null;
    }
  }

  return (
    <>
      {saves.length === 0 ? null : (
        <section
          aria-label="Unsynced changes"
          className="mb-6 rounded-md border border-hairline bg-sunken px-4 py-3"
        >
          <ul className="flex flex-col gap-2">
            {saves.map((save) => (
              <li key={save.id} className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
                <SaveState save={save} />
                {save.state === 'refused' ? (
                  <Button size="small" onClick={() => void review(save)}>
                    Review
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
          {saves.every(({ state }) => state === 'refused') ? null : (
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-hairline pt-2 text-sm text-ink-soft">
              <span className="min-w-0 flex-1 basis-56">
                Saved on this device. They'll sync in order{' '}
                {offline ? "when you're back online" : 'as soon as the server responds'}.
              </span>
              <Button size="small" busy={isSending} onClick={() => void send()}>
                Sync now
              </Button>
            </p>
          )}
        </section>
      )}
      <PromptPanel
        request={panel}
        onClose={() => setPanel(null)}
        onDiscard={() => {
          if (panel?.resume) removeFromOutbox(user.id, panel.resume);
        }}
      />
    </>
  );
}

function announceSaved({ values }: QueuedSave): void {
  toast.success(`Synced: “${values.title}”`);
}

function SaveState({ save }: { readonly save: QueuedSave }) {
  const isRefused = save.state === 'refused';
  const Icon = isRefused ? CircleAlert : CloudOff;
  return (
    <p className="flex min-w-0 flex-1 basis-56 items-center gap-2 text-sm">
      <Icon
        size={16}
        className={cx('shrink-0', isRefused ? 'text-danger-ink' : 'text-ink-quiet')}
      />
      <span className="min-w-0 truncate font-medium text-ink">{save.values.title}</span>
      <span className="shrink-0 text-ink-soft">{stateText(save)}</span>
    </p>
  );
}

function stateText({ state, reason }: QueuedSave): string {
  if (state !== 'refused') return 'Waiting to sync';
  if (reason === 'moved-on') return 'Changed in the meantime';
  return reason === 'gone' ? 'No longer available' : 'Rejected by the server';
}

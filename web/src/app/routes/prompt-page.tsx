import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { useUser } from '#web/data/session/session.ts';
import { TakedownNotice } from '#web/features/moderation/takedown-notice.tsx';
import { copyRequest } from '#web/features/prompts/copy/copy-request.ts';
import { DeletedNotice } from '#web/features/prompts/page/deleted-notice.tsx';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { PromptHeader } from '#web/features/prompts/page/prompt-header.tsx';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { PromptView } from '#web/features/prompts/page/prompt-view.tsx';
import { SourceChangedNotice } from '#web/features/prompts/page/source-changed-notice.tsx';
import { usePromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';
import { HistoryButton } from '#web/features/versions/history-button.tsx';
import { HistoryPanel } from '#web/features/versions/history-panel.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { usePublicParts } from './public/use-public-parts.tsx';

interface PromptPageProps {
  readonly back: string;
  /** Returns the path of another prompt. */
  readonly toPrompt: (id: string) => string;
}

/** A prompt with its actions, history and comments. */
export function PromptPage(props: PromptPageProps) {
  const { id } = useParams();
  const navigate = useNavigate();
  const prompt = useQuery(promptQuery(id));
  if (prompt.isPending) return <PromptSkeleton />;
  if (!prompt.data) {
    const { message, status } = toDataError(prompt.error);
    const missing = message === messages.prompts.notFound;
    return (
      <>
        <PageHeader title="Prompt" back={props.back} />
        <ErrorState
          title={messages.prompts.openFailed}
          message={
            missing
              ? `${message}. It may have been deleted, or you may not have permission to see it.`
              : message
          }
          {...(missing ? {} : { onRetry: () => void prompt.refetch() })}
          {...(status === 0 ? {} : { details: `HTTP ${status}` })}
          action={
            <Button onClick={() => void navigate(props.back)}>{messages.prompts.goBack}</Button>
          }
        />
      </>
    );
  }
  return <LoadedPrompt key={prompt.data.id} prompt={prompt.data} {...props} />;
}

interface LoadedPromptProps extends PromptPageProps {
  readonly prompt: PromptDetail;
}

function LoadedPrompt({ prompt, back, toPrompt }: LoadedPromptProps) {
  const user = useUser();
  const navigate = useNavigate();
  const [panel, setPanel] = useState<PanelRequest | null>(null);
  const [historyOpen, setHistoryOpen] = useState(false);
  const { actions, dialogs } = usePromptActions(() => void navigate(back));
  const mine = prompt.userId === user.id;
  const mayEdit = mine || prompt.teamId !== null;
  const shared = usePublicParts(prompt, mine);
  const queued = prompt.saveBase !== prompt.version;

  return (
    <>
      <PromptHeader
        prompt={prompt}
        back={back}
        actions={actions}
        onEdit={mayEdit ? () => setPanel({ mode: 'edit', prompt }) : null}
        onFork={mine || prompt.isTemplate ? null : () => setPanel({ mode: 'fork', source: prompt })}
        onUse={prompt.isTemplate ? () => setPanel(copyRequest(prompt)) : null}
        canDelete={mine}
        more={shared.menu}
      />
      {prompt.deletedAt === null ? null : <DeletedNotice id={prompt.id} />}
      {shared.author}
      {prompt.takedown ? <TakedownNotice {...prompt.takedown} /> : null}
      {mine &&
      !queued &&
      prompt.deletedAt === null &&
      prompt.forkedFrom &&
      prompt.forkedFromVersion ? (
        <SourceChangedNotice
          fork={prompt}
          sourceId={prompt.forkedFrom}
          version={prompt.forkedFromVersion}
        />
      ) : null}
      <PromptView prompt={prompt} actions={actions} toPrompt={toPrompt} />
      {mayEdit ? (
        <section aria-label={messages.versions.title} className="mt-8">
          <HistoryButton
            open={historyOpen}
            onToggle={() => setHistoryOpen(!historyOpen)}
            count={prompt.versionCount}
            comingSoon={runtimeConfig().flags.versionHistoryBadge}
          />
          {historyOpen ? (
            <div id="version-history" className="mt-4">
              <HistoryPanel
                promptId={prompt.id}
                current={prompt.version}
                canRestore={prompt.deletedAt === null && !queued}
                onRestored={() => setHistoryOpen(false)}
              />
            </div>
          ) : null}
        </section>
      ) : null}
      {shared.comments}
      <PromptPanel
        request={panel}
        onClose={() => setPanel(null)}
        onSaved={(id) => {
          if (id !== prompt.id) void navigate(toPrompt(id));
        }}
      />
      {dialogs}
      {shared.dialogs}
    </>
  );
}

function PromptSkeleton() {
  return (
    <div>
      <h1 className="sr-only">Prompt</h1>
      <output className="sr-only">Loading prompt</output>
      <div className="mb-6 flex h-10 items-center pl-10">
        <Skeleton className="h-7 w-2/3 max-w-md" />
      </div>
      <div className="flex items-center gap-3">
        <Skeleton className="size-9 rounded-md" />
        <Skeleton className="h-4 w-1/2 max-w-sm" />
      </div>
      <div className="mt-6 max-w-[760px] rounded-lg border border-hairline bg-surface">
        <div className="h-12 border-b border-hairline" />
        <div className="flex flex-col gap-3 px-4 py-5 sm:px-6">
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-11/12" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="mt-4 h-4 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      </div>
    </div>
  );
}

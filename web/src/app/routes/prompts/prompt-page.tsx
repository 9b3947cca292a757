import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { useLastSearch } from '#web/data/search/last-search.ts';
import { useUser } from '#web/data/session/session.ts';
import { useMayEdit } from '#web/data/teams/use-may-edit.ts';
import { TakedownNotice } from '#web/features/moderation/takedown-notice.tsx';
import { copyRequest } from '#web/features/prompts/copy/copy-request.ts';
import { DeletedNotice } from '#web/features/prompts/page/deleted-notice.tsx';
import { EditingNow } from '#web/features/prompts/panel/editing-now.tsx';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { OpenInMenu } from '#web/features/prompts/open-in/open-in-menu.tsx';
import { SuggestEdit } from '#web/features/prompts/proposals/suggest-edit.tsx';
import { pageBarClass } from '#web/features/prompts/page/page-bar-class.ts';
import { PhoneCopyBar, PromptBar } from '#web/features/prompts/page/prompt-bar.tsx';
import { PromptTitle, useScrolledAway } from '#web/features/prompts/page/prompt-title.tsx';
import { useFillInPlace } from '#web/features/prompts/page/use-fill-in-place.ts';
import { StrandedDraft } from '#web/features/prompts/panel/stranded-draft.tsx';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { PromptView } from '#web/features/prompts/page/prompt-view.tsx';
import { SourceChangedNotice } from '#web/features/prompts/page/source-changed-notice.tsx';
import { usePromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';
import { CompareWithCurrent } from '#web/features/versions/compare-with-current.tsx';
import { cx } from '#web/lib/theme/class-names.ts';
import { useIsPhone } from '#web/lib/react/use-media-query.ts';
import { openerPath } from '#web/lib/react/visited-pages.ts';
import { BackLink } from '#web/ui/content/back-link.tsx';
import { loadWhenOpened } from '#web/ui/overlay/overlays.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { PromptHistory } from './prompt-history.tsx';
import { PromptRail } from './prompt-rail.tsx';
import { PromptUnavailable } from './prompt-unavailable.tsx';
import { usePublicParts } from '../public/use-public-parts.tsx';
import { useSharedLibrary } from './use-shared-library.ts';

const MoveToTeam = loadWhenOpened(() => import('./move-to-team.tsx'));

interface PromptPageProps {
  /** The page above this one, if it wasn't opened from another and the prompt isn't shared. */
  readonly home: string;
  /** Returns the path of another prompt. */
  readonly toPrompt: (id: string) => string;
}

/** A prompt with its actions, history and comments. */
export function PromptPage({ home, toPrompt }: PromptPageProps) {
  const { id = '' } = useParams();
  const prompt = useQuery(promptQuery(id));
  const library = useSharedLibrary(prompt.data);
  const opener = openerPath();
  const cameFrom = opener?.startsWith(routes.app) ? opener : null;
  const back = useLastSearch(cameFrom ?? library ?? home);
  if (prompt.isPending) return <PromptSkeleton back={back} />;
  if (!prompt.data) return <PromptUnavailable promptId={id} query={prompt} back={back} />;
  return <LoadedPrompt key={prompt.data.id} prompt={prompt.data} back={back} toPrompt={toPrompt} />;
}

interface LoadedPromptProps extends Pick<PromptPageProps, 'toPrompt'> {
  readonly prompt: PromptDetail;
  /** The target of 'Back'. */
  readonly back: string;
}

function LoadedPrompt({ prompt, back, toPrompt }: LoadedPromptProps) {
  const user = useUser();
  const navigate = useNavigate();
  const [panel, setPanel] = useState<PanelRequest | null>(null);
  const [isMoving, setIsMoving] = useState(false);
  const [isSuggesting, setIsSuggesting] = useState(false);
  const [compared, setCompared] = useState<number | null>(null);
  const { actions, dialogs } = usePromptActions(() => void navigate(back));
  const { heading, away } = useScrolledAway();
  const isPhone = useIsPhone();
  const mine = prompt.userId === user.id;
  const editRight = useMayEdit(prompt);
  const mayEdit = editRight ?? false;
  // Programs read prompts by labels: a single editor changes the text only.
  const isSingleEditor = !mine && prompt.shareRole === 'editor' && prompt.teamId === null;
  const mayMoveLabels = mayEdit && !isSingleEditor && prompt.deletedAt === null;
  const original = useOriginal(mine ? prompt : null);
  const shared = usePublicParts(prompt, mine);
  const isQueued = prompt.saveBase !== prompt.version;
  const fill = useFillInPlace(prompt, actions);
  const { filling, content, texts, text, copy } = fill;
  const copyLabel = filling.variables.length > 0 ? 'Fill in and copy' : 'Copy';
  const openIn = (
    <OpenInMenu promptId={prompt.id} content={content} values={filling.values} atFoot={isPhone} />
  );
  const comparedButton = useRef<Element | null>(null);

  function closeComparison() {
    flushSync(() => setCompared(null));
    if (comparedButton.current instanceof HTMLElement) comparedButton.current.focus();
  }

  return (
    <div className="max-sm:pb-14">
      <PromptBar
        prompt={prompt}
        back={back}
        actions={actions}
        copyLabel={copyLabel}
        onCopy={copy}
        hasFoot={isPhone}
        showsTitle={away}
        onEdit={mayEdit ? () => setPanel({ mode: 'edit', prompt }) : null}
        onFork={mine || prompt.isTemplate ? null : () => setPanel({ mode: 'fork', source: prompt })}
        onSuggest={editRight === false && !prompt.isTemplate ? () => setIsSuggesting(true) : null}
        onPropose={original && !isQueued ? () => setIsSuggesting(true) : null}
        onUse={prompt.isTemplate ? () => setPanel(copyRequest(prompt)) : null}
        canDelete={mine}
        onMoveToTeam={() => setIsMoving(true)}
        openIn={openIn}
        more={shared.menu}
      />
      <div className="@container">
        <div className="grid grid-cols-1 items-start justify-between gap-x-10 gap-y-6 @min-[54rem]:grid-cols-[minmax(0,760px)_300px] @min-[54rem]:grid-rows-[auto_1fr]">
          <div ref={text} className="min-w-0">
            <PromptTitle prompt={prompt} ref={heading} />
            {prompt.deletedAt === null ? null : <DeletedNotice prompt={prompt} />}
            {editRight === false ? <StrandedDraft promptId={prompt.id} /> : null}
            {shared.author}
            {prompt.takedown ? <TakedownNotice {...prompt.takedown} /> : null}
            {mine &&
            !isQueued &&
            prompt.deletedAt === null &&
            prompt.forkedFrom &&
            prompt.forkedFromVersion ? (
              <SourceChangedNotice
                fork={prompt}
                sourceId={prompt.forkedFrom}
                version={prompt.forkedFromVersion}
              />
            ) : null}
            {compared === null ? (
              <PromptView
                prompt={prompt}
                texts={texts}
                toPrompt={toPrompt}
                values={filling.values}
              />
            ) : (
              <CompareWithCurrent
                key={compared}
                prompt={prompt}
                version={compared}
                onClose={closeComparison}
              />
            )}
          </div>
          <PromptRail
            prompt={prompt}
            actions={actions}
            fill={fill}
            mayEdit={mayEdit}
            mayMoveLabels={mayMoveLabels}
            compared={compared}
            onCompare={(version) => {
              comparedButton.current = document.activeElement;
              setCompared(version);
            }}
            toPrompt={toPrompt}
          />
          <div className="min-w-0">
            {mayEdit ? (
              <PromptHistory prompt={prompt} isQueued={isQueued} mayMoveLabels={mayMoveLabels} />
            ) : null}
            {shared.comments}
          </div>
        </div>
      </div>
      {mayEdit && panel === null ? (
        <EditingNow
          promptId={prompt.id}
          floating
          className="sticky bottom-3 z-10 max-sm:bottom-32"
        />
      ) : null}
      {isPhone ? (
        <PhoneCopyBar promptId={prompt.id} label={copyLabel} onCopy={copy} openIn={openIn} />
      ) : null}
      <PromptPanel
        request={panel}
        onClose={() => setPanel(null)}
        onSaved={(id) => {
          if (id !== prompt.id) void navigate(toPrompt(id));
        }}
      />
      <MoveToTeam promptId={prompt.id} open={isMoving} onOpenChange={setIsMoving} />
      <SuggestEdit
        promptId={original?.id ?? prompt.id}
        fork={original ? prompt : null}
        open={isSuggesting}
        onClose={() => setIsSuggesting(false)}
      />
      {dialogs}
      {shared.dialogs}
    </div>
  );
}

/** Returns the source of a fork, if the user can read and not edit it. */
function useOriginal(fork: PromptDetail | null): PromptDetail | null {
  const sourceId = fork?.forkedFrom ?? null;
  const { data: source } = useQuery({
    ...promptQuery(sourceId ?? undefined),
    enabled: sourceId !== null && fork?.deletedAt === null,
  });
  const mayEdit = useMayEdit(source);
  return source && !source.isTemplate && source.deletedAt === null && mayEdit === false
    ? source
    : null;
}

function PromptSkeleton({ back }: { readonly back: string }) {
  return (
    <div>
      <h1 className="sr-only">Prompt</h1>
      <output className="sr-only">Loading prompt</output>
      <div className={cx(pageBarClass, 'border-transparent')}>
        <BackLink to={back} />
      </div>
      <div className="mt-3 mb-5 flex items-start gap-3">
        <Skeleton className="mt-0.5 size-9 rounded-md" />
        <div className="min-w-0 flex-1">
          <Skeleton className="h-[38px] w-2/3 max-w-md" />
          <Skeleton className="mt-2 h-4 w-48" />
        </div>
      </div>
      <div className="max-w-[760px] rounded-lg border border-hairline bg-surface">
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

import { Search } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useIncludedTexts } from '#web/data/prompts/included/included-texts.ts';
import { useIncludeSource } from '#web/data/prompts/included/use-include-source.ts';
import { usePromptEditing } from '#web/features/prompts/panel/use-prompt-editing.tsx';
import { handedTo, handOver } from '#web/features/prompts/panel/handover.ts';
import { IconPicker } from '#web/features/prompts/panel/icon/icon-picker.tsx';
import {
  panelTitles,
  type PanelRequest,
  teamOf,
} from '#web/features/prompts/panel/panel-request.ts';
import { PlaceholderOffer } from '#web/features/prompts/panel/placeholder-offer.tsx';
import type { IncludedTexts } from '#templating/expand-includes.ts';
import { useLeaveGuard } from '#web/lib/react/leave-guard.ts';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';
import { useNavigateAfter } from '#web/lib/react/use-navigate-after.ts';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { Counter } from '#web/ui/form/counter.tsx';
import { DraftForm } from '#web/ui/form/draft-form.tsx';
import { Tabs } from '#web/ui/form/tabs.tsx';
import { TextEditor, type TextEditorHandle } from '#web/ui/editor/text-editor.tsx';
import { IncludedContent } from '#web/ui/content/included-content.tsx';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { FillTab } from './fill-tab.tsx';
import { WriterRail } from './writer-rail.tsx';
import { TitleField } from './title-field.tsx';
import { WriterBar } from './writer-bar.tsx';
import { WriterDetails } from './writer-details.tsx';
import { WriterFoot } from './writer-foot.tsx';

interface PromptWriterProps {
  readonly request: PanelRequest;
  /** The page to return to, if the form doesn't come from another one. */
  readonly back: string;
}

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
  { value: 'fill', label: 'Fill in' },
] as const;

type View = (typeof views)[number]['value'];

/**
 * The page to write a prompt on: the text in one column, and beside it a rail with everything else.
 * Draft, saving and conflicts are those of the side panel.
 */
export function PromptWriter(props: PromptWriterProps) {
  const navigate = useNavigate();
  const navigateAfter = useNavigateAfter();
  const formId = useId();
  const [opened] = useState(props.request);
  const [handover] = useState(() => handedTo(opened));
  const [view, setView] = useState<View>('write');
  const [detailsOpen, setDetailsOpen] = useState(false);
  const isWide = useMediaQuery('(min-width: 64rem)');
  const editor = useRef<TextEditorHandle>(null);
  const includes = useIncludeSource();
  const leaving = useRef(false);
  const back = handover?.from ?? props.back;
  /** Leaves a form whose text is saved. */
  function leave(path: string) {
    leaving.current = true;
    navigateAfter(path, { replace: true });
  }

  const editing = usePromptEditing({
    request: opened,
    handover,
    onSaved: (id) => {
      const isOpened = opened.mode === 'edit' && id === opened.prompt.id;
      leave(isOpened ? back : routes.prompt(id));
    },
    onQueued: () => leave(back),
    onDiscarded: () => {
      leaving.current = true;
      void navigate(back, { replace: true });
    },
  });
  // The text is in this form now; another one must not begin with it.
  useEffect(() => handOver(null), []);

  const { request, form, busy, isOwner, setPublic, discard, announceDraft, draftForm } = editing;
  const { values, change, errors } = form;
  const isEdit = request.mode === 'edit';
  usePageTitle(values.title.trim() || panelTitles[request.mode]);

  const texts = useIncludedTexts(view === 'write' ? '' : values.content);
  const railError = errors.description ?? errors.tags;

  return (
    <DraftForm
      id={formId}
      {...draftForm}
      className="grid grid-cols-[minmax(0,760px)] justify-center gap-x-15 lg:grid-cols-[minmax(0,760px)_300px] lg:justify-between [&>*]:col-span-full"
    >
      <h1 className="sr-only">{panelTitles[request.mode]}</h1>
      <WriterBar
        mode={request.mode}
        content={values.content}
        busy={busy}
        onBack={() => {
          announceDraft();
          void navigate(back);
        }}
        onDiscard={form.dirty ? discard : null}
        onDetails={isWide ? null : () => setDetailsOpen(true)}
      />
      {!isWide && railError ? (
        <p role="alert" className="mb-4 text-sm text-danger-ink">
          {railError} Open Details to change it.
        </p>
      ) : null}
      <div className="!col-auto flex min-w-0 flex-col">
        <div className="mb-3 flex items-start gap-3">
          <IconPicker
            value={values.icon}
            title={values.title}
            groupId={values.groupId}
            onChange={(icon) => change({ icon })}
          />
          <TitleField
            value={values.title}
            onChange={(title) => change({ title })}
            error={errors.title}
            onEnter={() => editor.current?.focus()}
            // An empty page begins with its title.
            startsHere={request.mode === 'create' && values.title === ''}
          />
        </div>
        <Tabs
          label="View"
          value={view}
          onChange={setView}
          tabs={views}
          aside={
            view === 'write' ? (
              <IconButton
                label="Find and replace"
                size="small"
                className="mb-1"
                onClick={() => editor.current?.openSearch()}
              >
                <Search size={17} />
              </IconButton>
            ) : null
          }
        >
          {/* Stays mounted, so that its history and place survive a look at the preview. */}
          <div hidden={view !== 'write'} className="pt-4">
            <TextEditor
              ref={editor}
              label="Content"
              hideLabel
              required
              bordered={false}
              tabIndents
              placeholder="Write your prompt. Use {{name}} for anything that changes."
              value={values.content}
              onChange={(content) => change({ content })}
              includes={includes}
              error={errors.content}
              aside={<Counter text={values.content} limit={limits.contentLength} />}
              boxClassName="[--editor-top:3rem] [--editor-min-height:max(12rem,calc(100dvh-21rem))]"
            />
            <div className="mt-6">
              <PlaceholderOffer
                content={values.content}
                onChange={(content) => change({ content })}
              />
            </div>
          </div>
          {view === 'preview' ? <Preview content={values.content} texts={texts} /> : null}
          {view === 'fill' ? (
            <FillTab request={request} content={values.content} texts={texts} />
          ) : null}
        </Tabs>
        <WriterFoot
          promptId={isEdit ? request.prompt.id : null}
          content={values.content}
          draft={form.dirty ? (form.draft.failed ? 'failed' : 'saved') : 'none'}
        />
      </div>
      <WriterDetails isWide={isWide} open={detailsOpen} onOpenChange={setDetailsOpen}>
        <WriterRail
          form={form}
          storedPrompt={request.mode === 'edit' ? request.prompt : null}
          teamId={teamOf(request)}
          withChangeDescription={isEdit}
          isOwner={isOwner}
          onPublicChange={setPublic}
        />
      </WriterDetails>
      {editing.questions}
      {editing.merge}
      <LeaveQuestion isUnsaved={() => form.dirty && !leaving.current && !form.draft.store()} />
    </DraftForm>
  );
}

interface PreviewProps {
  readonly content: string;
  readonly texts: IncludedTexts | null;
}

/** The text as it is copied when nothing is filled in: with defaults in place of variables. */
function Preview({ content, texts }: PreviewProps) {
  const values = useMemo(() => ({}), []);
  return content.trim() === '' ? (
    <p className="py-6 text-ink-quiet">There's nothing to preview yet.</p>
  ) : (
    <p className="prompt-text py-4">
      <IncludedContent content={content} texts={texts} toPrompt={routes.prompt} values={values} />
    </p>
  );
}

interface LeaveQuestionProps {
  /** Returns whether the device has no room for the draft, so that leaving loses the text. */
  readonly isUnsaved: () => boolean;
}

/** Asks before the page is left for another one of the app with text that is stored nowhere. */
function LeaveQuestion({ isUnsaved }: LeaveQuestionProps) {
  const question = useLeaveGuard(isUnsaved);
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={() => question?.stay()}
      title="Leave without saving?"
      description="There's no space left on this device for a draft, so your changes would be lost."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => question?.leave()}
    />
  );
}

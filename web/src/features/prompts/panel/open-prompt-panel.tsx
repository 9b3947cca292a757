import { Maximize2 } from 'lucide-react';
import { useId } from 'react';
import { useLocation } from 'react-router';
import { isNavigating } from '#web/lib/react/navigation-state.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { DraftForm } from '#web/ui/form/draft-form.tsx';
import { SidePanel } from '#web/ui/overlay/overlays.tsx';
import { EditingNow } from './editing-now.tsx';
import { fullPageOf, handOver } from './handover.ts';
import {
  draftTarget,
  panelTitles,
  submitLabels,
  teamOf,
  type PanelRequest,
} from './panel-request.ts';
import { PromptFields } from './prompt-fields.tsx';
import { usePromptEditing } from './use-prompt-editing.tsx';

interface OpenPromptPanelProps {
  readonly request: PanelRequest;
  readonly onClose: () => void;
  readonly onSaved?: ((id: string) => void) | undefined;
  readonly onDiscard?: (() => void) | undefined;
  readonly missing?: string;
}

/**
 * The content of {@link PromptPanel}, loaded when it first opens. Each prompt and queued save has a
 * form of its own.
 */
export default function OpenPromptPanel(props: OpenPromptPanelProps) {
  const { request } = props;
  return <EditingPanel key={`${draftTarget(request)} ${request.resume?.id ?? ''}`} {...props} />;
}

function EditingPanel(props: OpenPromptPanelProps) {
  const { onClose, onSaved, onDiscard, missing } = props;
  const formId = useId();
  const { pathname, search } = useLocation();
  const editing = usePromptEditing({
    request: props.request,
    missing,
    onSaved: (id) => {
      // Before closing, which may navigate, too.
      const isLeaving = isNavigating();
      onClose();
      if (!isLeaving) onSaved?.(id);
    },
    onQueued: onClose,
    onDiscarded: () => {
      onClose();
      onDiscard?.();
    },
  });
  const { request, form, busy, isOwner, setPublic, discard, announceDraft, draftForm } = editing;

  function close() {
    announceDraft();
    onClose();
  }

  if (editing.merge) return editing.merge;
  return (
    <SidePanel
      open
      onOpenChange={close}
      title={panelTitles[request.mode]}
      closeOnOutside={!form.dirty}
      headerActions={
        // A queued save is resolved here, where its reason is shown.
        request.resume ? null : (
          <ButtonLink
            to={fullPageOf(request)}
            variant="quiet"
            size="small"
            data-tooltip="Open full page"
            icon={<Maximize2 size={15} />}
            onClick={() => {
              handOver(form.toHandover(pathname + search));
              onClose();
            }}
          >
            <span className="max-sm:sr-only">Open full page</span>
          </ButtonLink>
        )
      }
      footer={
        <>
          {form.dirty ? (
            <Button variant="quiet" onClick={discard} className="mr-auto">
              Discard
            </Button>
          ) : null}
          {request.mode === 'edit' ? (
            <EditingNow
              promptId={request.prompt.id}
              className="mr-auto text-sm max-sm:basis-full"
            />
          ) : null}
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {submitLabels[request.mode]}
          </Button>
        </>
      }
    >
      <DraftForm id={formId} {...draftForm}>
        <PromptFields
          form={form}
          storedPrompt={request.mode === 'edit' ? request.prompt : null}
          teamId={teamOf(request)}
          withChangeDescription={request.mode === 'edit'}
          isOwner={isOwner}
          onPublicChange={setPublic}
        />
      </DraftForm>
      {editing.questions}
    </SidePanel>
  );
}

import { useEffect, useRef, type ReactNode } from 'react';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from './button.tsx';
import { DraftOffer, type DraftOfferProps } from './draft-offer.tsx';
import { EditorForm } from './editor-form.tsx';

/** The reason why a form was not saved. */
export interface SaveProblem {
  readonly message: string;
  /** The edited item was deleted, but its text can be saved as a new one. */
  readonly offerNew: boolean;
}

export interface DraftFormProps<Draft> extends Omit<DraftOfferProps<Draft>, 'draft'> {
  readonly id: string;
  readonly draft: DraftOfferProps<Draft>['draft'] & {
    /** The device has no space for the draft. */
    readonly failed: boolean;
  };
  /** News about what is being edited. */
  readonly notice?: ReactNode;
  readonly problem: SaveProblem | null;
  readonly saveAsNewLabel?: string;
  /** Saves the text of an item that was deleted as a new one. */
  readonly onSaveAsNew?: () => void;
  /** Above the fields: another way to store the text. */
  readonly offer?: ReactNode;
  readonly onSubmit: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A form whose text is stored as a draft. Above its fields: an earlier draft, and why a save
 * failed.
 */
export function DraftForm<Draft extends { readonly savedAt: string }>(
  props: DraftFormProps<Draft>,
) {
  const {
    id,
    draft,
    notice,
    problem,
    saveAsNewLabel,
    onSaveAsNew,
    offer,
    onSubmit,
    className,
    children,
    ...draftOffer
  } = props;
  const problems = useRef<HTMLDivElement>(null);
  // The fields may have scrolled the problem out of sight.
  useEffect(() => {
    if (problem) problems.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);

  return (
    <EditorForm id={id} className={className} onSubmit={onSubmit}>
      <DraftOffer draft={draft} {...draftOffer} />
      <div ref={problems}>
        {problem ? (
          <Alert className="mb-5">
            <p>{problem.message}</p>
            {problem.offerNew && onSaveAsNew ? (
              <Button size="small" className="mt-2" onClick={onSaveAsNew}>
                {saveAsNewLabel}
              </Button>
            ) : null}
          </Alert>
        ) : null}
        {draft.failed ? (
          <Alert className="mb-5">
            There's no space left on this device for a draft. Save your changes before you leave.
          </Alert>
        ) : null}
        {offer}
      </div>
      {children}
      {/* At the end, so that news don't move the field that has the focus. */}
      <div className="sticky bottom-3 z-10 max-sm:bottom-17">{notice}</div>
    </EditorForm>
  );
}

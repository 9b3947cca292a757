import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import { newId } from '#contract/new-id.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useUser } from '#web/data/session/session.ts';
import { discardDraft } from '#web/data/drafts/drafts.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Counter } from '#web/ui/form/counter.tsx';
import { DraftOffer } from '#web/ui/form/draft-offer.tsx';
import { EditorForm } from '#web/ui/form/editor-form.tsx';
import { MarkdownText } from '#web/ui/content/markdown-text.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';

interface CommentFormProps<Input> {
  readonly label: string;
  readonly submitLabel: string;
  /** The id of the prompt, or of the comment that is edited. */
  readonly draftOf: string;
  /** The initial text. */
  readonly start?: string;
  readonly options: UseMutationOptions<void, Error, Input>;
  /** `id`: the one of a new comment, the same when its text is sent again. */
  readonly inputOf: (body: string, id: string) => Input;
  readonly onDone?: () => void;
  /** Shows a button to cancel. */
  readonly onCancel?: () => void;
}

const commentDraftSchema = v.object({ body: v.string() });

/** A form for a comment. Keeps its text as a draft on this device until it is sent. */
export function CommentForm<Input>(props: CommentFormProps<Input>) {
  const { label, submitLabel, draftOf, start = '', options, inputOf, onDone, onCancel } = props;
  const user = useUser();
  const [body, setBody] = useState(start);
  const latest = useLatestRef(body);
  const [preview, setPreview] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef<string | null>(null);
  const unanswered = useRef<{ readonly text: string; readonly id: string } | null>(null);
  const send = useMutation({
    ...options,
    onSuccess: (...result) => {
      // At once: the form may be left before the comments are refetched.
      removeSentDraft();
      return options.onSuccess?.(...result);
    },
  });
  const draftText = useMemo(
    () => (body === start || body.trim() === '' ? null : { body }),
    [body, start],
  );
  const target = `comment:${draftOf}`;
  const draft = useDraft(user.id, target, commentDraftSchema, draftText);

  /** Removes the draft, unless something was typed since it was sent. */
  function removeSentDraft() {
    if (latest.current === sent.current) {
      discardDraft(user.id, { target, writer: draft.writer });
    }
  }

  async function submit() {
    if (send.isPending) return;
    const fault = problemOf(body);
    setProblem(fault);
    if (fault !== null) return;
    sent.current = body;
    const text = body.trim();
    // An earlier try may be stored, if only its response was lost.
    const id = unanswered.current?.text === text ? unanswered.current.id : newId();
    unanswered.current = { text, id };
    try {
      await send.mutateAsync(inputOf(text, id));
      unanswered.current = null;
      removeSentDraft();
      // Keeps what was typed during the request.
      if (latest.current !== body) return;
      setBody('');
      setPreview(false);
      close(onDone);
    } catch (reason) {
      setProblem(toDataError(reason).message);
    }
  }

  /** Closes a form that can be closed, and removes its draft. */
  function close(onClose: (() => void) | undefined) {
    if (!onClose) return;
    draft.settle();
    onClose();
  }

  return (
    <EditorForm onSubmit={() => void submit()} className="flex flex-col gap-3">
      <DraftOffer
        draft={draft}
        untouched={body === start}
        textOf={(offered) => offered.body}
        onRestore={(offered) => setBody(offered.body)}
      />
      <TextArea
        label={label}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        error={problem}
        aside={<Counter text={body} limit={limits.commentLength} />}
        hint="Markdown is supported."
        areaClassName="max-h-96"
      />
      {preview && body.trim() !== '' ? (
        <section
          aria-label="Preview"
          className="rounded-md border border-dashed border-outline px-3 py-2 text-sm"
        >
          <MarkdownText text={body} />
        </section>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="small" variant="primary" busy={send.isPending}>
          {submitLabel}
        </Button>
        {body.trim() === '' ? null : (
          <Button
            size="small"
            variant="quiet"
            aria-pressed={preview}
            onClick={() => setPreview(!preview)}
          >
            Preview
          </Button>
        )}
        {onCancel ? (
          <Button size="small" variant="quiet" onClick={() => close(onCancel)}>
            Cancel
          </Button>
        ) : null}
      </div>
    </EditorForm>
  );
}

function problemOf(body: string): string | null {
  if (body.trim() === '') return 'Enter a comment.';
  if (codePointLength(body) > limits.commentLength) {
    return `A comment can have at most ${limits.commentLength.toLocaleString('en-GB')} characters.`;
  }
  return null;
}

import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { limits } from '#contract/limits.ts';
import { toDataError } from '#web/data/fail.ts';
import { lengthOf } from '#web/lib/length-of.ts';
import { Button } from '#web/ui/button.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { MarkdownText } from '#web/ui/markdown-text.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface CommentFormProps<Input> {
  readonly label: string;
  readonly submitLabel: string;
  /** The words to begin with. */
  readonly start?: string;
  readonly options: UseMutationOptions<void, Error, Input>;
  readonly inputOf: (body: string) => Input;
  readonly onDone?: () => void;
  /** Shown as a button where there is something to go back to. */
  readonly onCancel?: () => void;
}

/** Where a comment is written. Its words stay when they cannot be sent. */
export function CommentForm<Input>(props: CommentFormProps<Input>) {
  const { label, submitLabel, start = '', options, inputOf, onDone, onCancel } = props;
  const [body, setBody] = useState(start);
  const [preview, setPreview] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation(options);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (send.isPending) return;
    const wrong = problemOf(body);
    setProblem(wrong);
    if (wrong !== null) return;
    try {
      await send.mutateAsync(inputOf(body.trim()));
      setBody('');
      setPreview(false);
      onDone?.();
    } catch (reason) {
      setProblem(toDataError(reason).message);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <TextArea
        label={label}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          void submit();
        }}
        error={problem}
        aside={<Counter text={body} limit={limits.commentLength} />}
        hint="**bold**, *italic*, `code`, lists, > quotes and links are understood."
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
          <Button size="small" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function problemOf(body: string): string | null {
  if (body.trim() === '') return 'Write something first.';
  if (lengthOf(body) > limits.commentLength) {
    return `A comment has at most ${limits.commentLength.toLocaleString('en-GB')} characters.`;
  }
  return null;
}

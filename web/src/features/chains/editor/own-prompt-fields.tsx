import { useEffect, useRef } from 'react';
import { limits } from '#contract/limits.ts';
import type { StepChoice, StepErrors } from '#web/data/chains/chain-values.ts';
import { useIncludeSource } from '#web/data/prompts/included/use-include-source.ts';
import { TextEditor } from '#web/ui/editor/text-editor.tsx';
import { Counter } from '#web/ui/form/counter.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

interface OwnPromptFieldsProps {
  readonly title: string;
  readonly content: string;
  readonly errors: StepErrors;
  /** Whether the step was just added: its title takes the focus. */
  readonly isNew: boolean;
  readonly onChange: (change: Partial<Pick<StepChoice, 'title' | 'content'>>) => void;
}

/** The title and text of a prompt written in the chain. */
export default function OwnPromptFields(props: OwnPromptFieldsProps) {
  const { title, content, errors, isNew, onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  const includes = useIncludeSource();
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);
  return (
    <div className="flex w-full flex-col gap-4">
      <TextField
        ref={field}
        label="Prompt title"
        required
        aria-required="true"
        autoComplete="off"
        value={title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        error={errors.title}
        aside={<Counter text={title} limit={limits.titleLength} />}
      />
      <TextEditor
        label="Content"
        required
        value={content}
        onChange={(text) => onChange({ content: text })}
        includes={includes}
        error={errors.content}
        aside={<Counter text={content} limit={limits.contentLength} />}
        hint={
          <>
            Only this chain has this prompt. Use <code className="font-mono">{'{{name}}'}</code> for
            anything that changes, and <code className="font-mono">{'{{step1.output}}'}</code> for
            the answer of step 1. Type <code className="font-mono">{'{{>'}</code> to include another
            prompt.
          </>
        }
        boxClassName="max-h-[55dvh] [--editor-min-height:160px]"
      />
    </div>
  );
}

import { useRef, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { useIncludeSource } from '#web/data/prompts/included/use-include-source.ts';
import type { PromptValueErrors, PromptValues } from '#web/data/prompts/prompt-values.ts';
import { useFocusWhenOpened } from '#web/lib/react/use-focus-when-opened.ts';
import { TextEditor } from '#web/ui/editor/text-editor.tsx';
import { Counter } from '#web/ui/form/counter.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

type TextValues = Pick<PromptValues, 'title' | 'description' | 'content'>;

/** The state of a form with a prompt's texts. */
interface TextForm {
  readonly values: TextValues;
  readonly change: (change: Partial<TextValues>) => void;
  readonly errors: PromptValueErrors;
}

interface TextFieldsProps {
  readonly form: TextForm;
  /** The choice of an icon, beside the title. */
  readonly icon?: ReactNode;
}

/** The fields for title, description and content. */
export function TextFields({ form, icon }: TextFieldsProps) {
  const { values, change, errors } = form;
  const title = useRef<HTMLInputElement>(null);
  const includes = useIncludeSource();

  useFocusWhenOpened(() => title.current);

  return (
    <>
      <div className="flex items-start gap-3">
        {icon ? <div className="pt-[26px]">{icon}</div> : null}
        <TextField
          label="Title"
          required
          aria-required="true"
          value={values.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
          error={errors.title}
          aside={<Counter text={values.title} limit={limits.titleLength} />}
          autoComplete="off"
          ref={title}
          className="min-w-0 flex-1"
        />
      </div>
      <DescriptionField form={form} />
      <TextEditor
        label="Content"
        required
        value={values.content}
        onChange={(content) => change({ content })}
        includes={includes}
        error={errors.content}
        aside={<Counter text={values.content} limit={limits.contentLength} />}
        hint={
          <>
            Use <code className="font-mono">{'{{name}}'}</code> for anything that changes. Add a
            default with <code className="font-mono">{'{{name:default}}'}</code>, or a type:{' '}
            <code className="font-mono">{'{{name|number}}'}</code>,{' '}
            <code className="font-mono">{'{{name|long}}'}</code> or{' '}
            <code className="font-mono">{'{{name|choice:a,b}}'}</code>. Type{' '}
            <code className="font-mono">{'{{>'}</code> to include another prompt.
          </>
        }
        boxClassName="max-h-[55dvh] [--editor-min-height:200px]"
      />
    </>
  );
}

export function DescriptionField({ form }: Pick<TextFieldsProps, 'form'>) {
  const { values, change, errors } = form;
  return (
    <TextArea
      label="Description"
      value={values.description}
      onChange={(event) => change({ description: event.currentTarget.value })}
      error={errors.description}
      aside={<Counter text={values.description} limit={limits.descriptionLength} />}
      areaClassName="min-h-16 max-h-48"
    />
  );
}

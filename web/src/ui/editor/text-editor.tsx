import { useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { Field, type FieldProps } from '#web/ui/form/field.tsx';
import { createEditor, type Editor, type EditorOptions } from './create-editor.ts';

/** The methods that a form calls on the editor. */
export type TextEditorHandle = Pick<Editor, 'focus' | 'openSearch'>;

interface EditorProps extends EditorOptions {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<TextEditorHandle>;
}

interface TextEditorProps extends FieldProps, EditorProps {
  readonly required?: boolean;
  /** A page's text has no border; a form's field has one. */
  readonly bordered?: boolean;
  /** Classes of the box around the text, for its height. */
  readonly boxClassName?: string;
}

const borderClass = cx(
  'rounded-md border border-outline bg-surface transition-colors [--editor-padding:0.625rem_0.75rem] hover:border-ink-quiet',
  'has-[.cm-content:focus]:border-cue has-[.cm-content:focus]:outline-2 has-[.cm-content:focus]:outline-ink',
  'has-[.cm-content[aria-invalid]]:border-danger',
);

/**
 * The editor for a prompt's text: a labelled multi-line text box with variables as chips, light
 * Markdown, undo by word, and find and replace. Only the visible part of a text is rendered.
 */
export function TextEditor(props: TextEditorProps) {
  const { label, hideLabel, hint, error, aside, className } = props;
  const { required, bordered = true, boxClassName, ...editor } = props;
  return (
    <Field {...{ label, hideLabel, hint, error, aside, className }}>
      {(control, labelId) => (
        <EditorBox
          {...editor}
          labelId={labelId}
          className={cx(bordered && borderClass, boxClassName)}
          attributes={{
            id: control.id,
            'aria-labelledby': labelId,
            'aria-describedby': control['aria-describedby'],
            'aria-invalid': control['aria-invalid'],
            'aria-required': required,
          }}
        />
      )}
    </Field>
  );
}

interface EditorBoxProps extends EditorProps {
  readonly labelId: string;
  readonly className: string;
  readonly attributes: Readonly<Record<string, string | boolean | undefined>>;
}

/** The box that the editor is mounted in. */
function EditorBox(props: EditorBoxProps) {
  const { value, onChange, ref, tabIndents, placeholder, includes } = props;
  const { labelId, className, attributes } = props;
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const latest = useLatestRef({ value, onChange, tabIndents, placeholder, includes });

  useLayoutEffect(() => {
    if (box.current === null) return;
    const created = createEditor(box.current, {
      ...latest.current,
      onChange: (text) => latest.current.onChange(text),
    });
    editor.current = created;
    // A label focuses only form controls by itself.
    const label = document.getElementById(labelId);
    label?.addEventListener('click', created.focus);
    return () => {
      label?.removeEventListener('click', created.focus);
      created.destroy();
      editor.current = null;
    };
  }, [labelId, latest]);

  useLayoutEffect(() => editor.current?.setText(value), [value]);
  useLayoutEffect(() => editor.current?.setAttributes(attributes));
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    openSearch: () => editor.current?.openSearch(),
  }));

  return <div ref={box} className={cx('flex min-w-0 flex-col', className)} />;
}

import type { ReactNode, Ref } from 'react';

interface EditorFormProps {
  readonly id?: string;
  readonly className?: string | undefined;
  readonly onSubmit: () => void;
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

/**
 * A form that Ctrl/Cmd+Enter submits from any field. A submit with an invalid field focuses that
 * field.
 */
export function EditorForm({ id, className, onSubmit, ref, children }: EditorFormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields
    <form
      id={id}
      ref={ref}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        const form = event.currentTarget;
        // Fields are marked as invalid with the next render.
        requestAnimationFrame(() => focusInvalidField(form));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Focuses the first invalid field of a form, if there is one. */
export function focusInvalidField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

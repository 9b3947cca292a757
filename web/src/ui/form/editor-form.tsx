import type { ReactNode, Ref } from 'react';
import { focusInvalidField } from '#web/lib/react/focus-invalid-field.ts';

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
        focusInvalidField(event.currentTarget);
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

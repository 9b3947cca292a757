import { useRef, type ReactNode } from 'react';

interface EditorFormProps {
  readonly id?: string;
  readonly className?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that Ctrl/Cmd+Enter submits from any field. A submit that finds a fault focuses its field. */
export function EditorForm({ id, className, onSubmit, children }: EditorFormProps) {
  const form = useRef<HTMLFormElement>(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields
    <form
      id={id}
      ref={form}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        // Fields are marked as invalid with the next render.
        requestAnimationFrame(() => {
          form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
        });
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

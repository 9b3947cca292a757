import { useRef } from 'react';
import { limits } from '#contract/limits.ts';
import type { GroupInput } from '#web/data/groups/groups.ts';
import { useFocusWhenOpened } from '#web/lib/react/use-focus-when-opened.ts';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

interface GroupFormProps {
  readonly id: string;
  readonly value: GroupInput;
  readonly onChange: (value: GroupInput) => void;
  readonly onSubmit: () => void;
  /** Marks the fields that are empty although both are needed. */
  readonly showMissing: boolean;
}

/** Name and description of a group; the button that submits it stands in the panel's footer. */
export function GroupForm({ id, value, onChange, onSubmit, showMissing }: GroupFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLInputElement>(null);
  useFocusWhenOpened(() => name.current);

  function submit() {
    onSubmit();
    // Once the fields say what is wrong with them.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  }

  const missing = (text: string) => (showMissing && text.trim() === '' ? 'Fill this in' : null);
  return (
    <form
      id={id}
      ref={form}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        ref={name}
        label="Name"
        name="name"
        value={value.name}
        maxLength={limits.groupNameLength}
        error={missing(value.name)}
        autoComplete="off"
        required
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <TextArea
        label="Description"
        name="description"
        value={value.description}
        maxLength={limits.groupDescriptionLength}
        error={missing(value.description)}
        areaClassName="min-h-32"
        required
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
        }}
        onChange={(event) => onChange({ ...value, description: event.currentTarget.value })}
      />
    </form>
  );
}

/** Both fields hold more than spaces. */
export function isFilled({ name, description }: GroupInput): boolean {
  return name.trim() !== '' && description.trim() !== '';
}

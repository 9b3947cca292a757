import { useRef } from 'react';
import { limits } from '#contract/limits.ts';
import type { GroupInput } from '#web/data/groups/groups.ts';
import { useFocusWhenOpened } from '#web/lib/react/use-focus-when-opened.ts';
import { EditorForm } from '#web/ui/form/editor-form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

interface GroupFormProps {
  readonly id: string;
  readonly value: GroupInput;
  readonly onChange: (value: GroupInput) => void;
  readonly onSubmit: () => void;
  /** Marks the empty fields; both are required. */
  readonly showMissing: boolean;
}

/** Name and description of a group; the submit button is in the panel's footer. */
export function GroupForm({ id, value, onChange, onSubmit, showMissing }: GroupFormProps) {
  const name = useRef<HTMLInputElement>(null);
  useFocusWhenOpened(() => name.current);

  const missing = (text: string, error: string) =>
    showMissing && text.trim() === '' ? error : null;
  return (
    <EditorForm id={id} className="flex flex-col gap-5" onSubmit={onSubmit}>
      <TextField
        ref={name}
        label="Name"
        name="name"
        value={value.name}
        maxLength={limits.groupNameLength}
        error={missing(value.name, 'Enter a name.')}
        autoComplete="off"
        required
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <TextArea
        label="Description"
        name="description"
        value={value.description}
        maxLength={limits.groupDescriptionLength}
        error={missing(value.description, 'Enter a description.')}
        areaClassName="min-h-32"
        required
        onChange={(event) => onChange({ ...value, description: event.currentTarget.value })}
      />
    </EditorForm>
  );
}

/** Returns whether both fields contain more than spaces. */
export function isFilled({ name, description }: GroupInput): boolean {
  return name.trim() !== '' && description.trim() !== '';
}

import { useRef } from 'react';
import { limits } from '#contract/limits.ts';
import type { GroupInput } from '#web/data/groups/groups.ts';
import { useFocusWhenOpened } from '#web/lib/react/use-focus-when-opened.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';
import { tooLongMessage } from '#web/lib/text/too-long-message.ts';
import { Counter } from '#web/ui/form/counter.tsx';
import { EditorForm } from '#web/ui/form/editor-form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

interface GroupFormProps {
  readonly id: string;
  readonly value: GroupInput;
  readonly onChange: (value: GroupInput) => void;
  readonly onSubmit: () => void;
  readonly errors: GroupErrors;
}

/** Name and description of a group; the submit button is in the panel's footer. */
export function GroupForm({ id, value, onChange, onSubmit, errors }: GroupFormProps) {
  const name = useRef<HTMLInputElement>(null);
  useFocusWhenOpened(() => name.current);

  return (
    <EditorForm id={id} className="flex flex-col gap-5" onSubmit={onSubmit}>
      <TextField
        ref={name}
        label="Name"
        name="name"
        value={value.name}
        error={errors.name}
        aside={<Counter text={value.name} limit={limits.groupNameLength} />}
        autoComplete="off"
        required
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <TextArea
        label="Description"
        name="description"
        value={value.description}
        error={errors.description}
        aside={<Counter text={value.description} limit={limits.groupDescriptionLength} />}
        areaClassName="min-h-32"
        required
        onChange={(event) => onChange({ ...value, description: event.currentTarget.value })}
      />
    </EditorForm>
  );
}

/** The errors of the form, by field; empty when it can be saved. */
export type GroupErrors = Partial<Record<keyof GroupInput, string>>;

/** Returns what prevents a save; both fields are required. */
export function checkGroup({ name, description }: GroupInput): GroupErrors {
  const errors: GroupErrors = {};
  if (name.trim() === '') errors.name = 'Enter a name.';
  else if (codePointLength(name) > limits.groupNameLength) {
    errors.name = tooLongMessage('The name', limits.groupNameLength);
  }
  if (description.trim() === '') errors.description = 'Enter a description.';
  else if (codePointLength(description) > limits.groupDescriptionLength) {
    errors.description = tooLongMessage('The description', limits.groupDescriptionLength);
  }
  return errors;
}

/** Returns whether both fields contain more than spaces. */
export function isFilled({ name, description }: GroupInput): boolean {
  return name.trim() !== '' && description.trim() !== '';
}

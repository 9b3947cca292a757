import { TextField } from '#web/ui/form/text-field.tsx';

interface AvatarUrlFieldProps {
  readonly value: string;
  readonly onChange: (url: string) => void;
  readonly error: string | null;
}

/** The URL of the avatar, chosen below or typed. */
export function AvatarUrlField({ value, onChange, error }: AvatarUrlFieldProps) {
  return (
    <TextField
      label="Image URL"
      hint="Choose one below. You can save an image on another site too, but people see your initial instead: loading it would tell that site who sees your name."
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      className="min-w-0 flex-1"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  );
}

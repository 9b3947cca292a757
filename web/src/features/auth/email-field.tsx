import { TextField } from '#web/ui/form/text-field.tsx';

interface EmailFieldProps {
  readonly value: string;
  readonly onChange: (email: string) => void;
}

/** The email of an account. */
export function EmailField({ value, onChange }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

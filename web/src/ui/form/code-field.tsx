import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** A field for a six-digit code from an app or an email; phones offer to autofill it. */
export function CodeField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*(\d\s*){6}"
      title="Six digits"
      maxLength={20}
      spellCheck={false}
      required
      {...props}
    />
  );
}

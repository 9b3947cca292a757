import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** Six digits from a device or a mail; phones offer to fill them in. */
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

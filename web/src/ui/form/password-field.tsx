import { Eye, EyeOff } from 'lucide-react';
import { useState, type InputHTMLAttributes } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { Field, lineControlClass, type FieldProps } from './field.tsx';

interface PasswordFieldProps
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type' | 'className'> {}

/** A password field with a button that reveals its text. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hideLabel, hint, error, aside, className, ...input } = props;
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...{ label, hideLabel, hint, error, aside, className }}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className={cx(lineControlClass, 'pr-12')}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 right-1 grid w-9 place-items-center rounded-sm text-ink-quiet hover:text-ink pointer-coarse:inset-y-0 pointer-coarse:right-0 pointer-coarse:w-11"
          >
            <Icon size={17} />
          </button>
        </div>
      )}
    </Field>
  );
}

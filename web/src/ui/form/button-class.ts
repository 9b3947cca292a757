import { cx } from '#web/lib/theme/class-names.ts';

export interface ButtonLook {
  /**
   * primary: the main action of a screen; secondary: others; quiet: in rows and bars; danger:
   * destructive.
   */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  readonly size?: 'small' | 'medium' | 'large' | undefined;
}

const variants = {
  primary: 'bg-cue text-on-cue hover:bg-cue-firm forced-colors:border',
  secondary: 'border border-outline bg-surface text-ink hover:bg-hover',
  quiet: 'text-ink-soft hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-firm forced-colors:border',
} as const;

/** On touch screens every button is at least 44 px high. */
const sizes = {
  small: 'h-8 gap-1.5 px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:min-w-11',
  medium: 'h-10 gap-2 px-4 text-sm max-[359px]:px-3 pointer-coarse:h-11 pointer-coarse:min-w-11',
  large: 'h-12 gap-2 px-6 text-base',
} as const;

/** Returns the classes of a button, for any element that acts as one. */
export function buttonClass({ variant = 'secondary', size = 'medium' }: ButtonLook): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap',
    // With text twice as large on a phone, a label has two lines.
    'max-[17rem]:shrink max-[17rem]:whitespace-normal',
    'transition-colors select-none disabled:opacity-50 print:hidden [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    variant !== 'quiet' && size === 'small' && 'pointer-coarse:px-3',
    // Without a border, only the touch target grows, not the space in the layout.
    variant === 'quiet' && size === 'small' && 'pointer-coarse:-my-1.5',
  );
}

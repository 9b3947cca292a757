import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { lineControlClass } from './field.tsx';

/** The browser's select with our frame and arrow; browsers draw their own differently. */
export function NativeSelect(props: Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <div className="relative">
      <select
        {...props}
        className={cx(lineControlClass, 'appearance-none truncate pr-8 text-sm')}
      />
      <ChevronDown
        size={16}
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-quiet"
      />
    </div>
  );
}

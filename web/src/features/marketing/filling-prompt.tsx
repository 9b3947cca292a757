import { cx } from '#web/lib/class-names.ts';
import { useTyping } from './use-typing.ts';

/** A real prompt and the values that are typed into it, in turn. */
const parts = [
  'You edit for clarity. Rewrite the text below for ',
  { name: 'audience', value: 'a new colleague' },
  ' in a ',
  { name: 'tone', value: 'friendly' },
  ' tone, in ',
  { name: 'length', value: 'about 120' },
  ' words.\n\nKeep every number and name.\nMark with [?] what you could not make sure of.',
] as const;

const values = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.value]));
const total = values.join('').length;
const pace = { delay: 1400, interval: 60 };

/** The product drawn by itself: a prompt whose variables are being filled. It fills once and stays. */
export function FillingPrompt() {
  const typed = useTyping(total, pace);
  return (
    <figure className="rounded-lg border border-hairline bg-surface shadow-float">
      <figcaption className="flex items-center justify-between gap-4 border-b border-hairline px-5 py-3">
        <span className="truncate font-medium">Clear rewrite</span>
        <span className="shrink-0 text-xs text-ink-quiet">version 3</span>
      </figcaption>
      <p className="relative px-5 py-5 font-mono text-sm leading-[1.75] whitespace-pre-wrap sm:text-base sm:leading-[1.75]">
        {parts.map((part, index) => {
          if (typeof part === 'string') return part;
          const before = parts
            .slice(0, index)
            .reduce((sum, one) => sum + (typeof one === 'string' ? 0 : one.value.length), 0);
          return <Slot key={part.name} {...part} typed={typed - before} />;
        })}
      </p>
      <div className="flex flex-wrap gap-x-5 gap-y-1 border-t border-hairline px-5 py-3 text-xs text-ink-quiet">
        <span>#editing</span>
        <span>#writing</span>
        <span className="ml-auto">Used 2 hours ago</span>
      </div>
    </figure>
  );
}

interface SlotProps {
  readonly name: string;
  readonly value: string;
  /** Characters of the value typed so far; none or fewer shows the name. */
  readonly typed: number;
}

/** One variable. The longer of name and value keeps the place, so that no line moves. */
function Slot({ name, value, typed }: SlotProps) {
  const source = `{{${name}}}`;
  const filled = typed > 0;
  const here = filled && typed < value.length;
  const room = Math.max(source.length, value.length);
  return (
    <span
      className={cx(
        'inline-block rounded-sm px-1 leading-[1.5] transition-colors duration-200',
        filled ? 'bg-cue-wash text-ink' : 'bg-chip text-chip-ink',
        here && 'shadow-[inset_2px_0_0_var(--cue)]',
      )}
      style={{ minWidth: `calc(${room}ch + 0.5rem)` }}
    >
      {filled ? value.slice(0, typed) : source}
    </span>
  );
}

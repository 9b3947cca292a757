import { NotebookPen } from 'lucide-react';
import { cx } from '#web/lib/theme/class-names.ts';

interface PromptIconProps {
  /** The chosen emoji. */
  readonly icon: string | null;
  /** Without an emoji, its first letter is shown; a title without letters has the memo symbol. */
  readonly title: string;
  /** The letter's colour is the group's. */
  readonly groupId?: string | null;
  /** 20 px instead of 36 px. */
  readonly small?: boolean;
  readonly className?: string;
}

const hues = [
  'bg-(--hue-rose) text-(--hue-rose-ink)',
  'bg-(--hue-amber) text-(--hue-amber-ink)',
  'bg-(--hue-lime) text-(--hue-lime-ink)',
  'bg-(--hue-green) text-(--hue-green-ink)',
  'bg-(--hue-teal) text-(--hue-teal-ink)',
  'bg-(--hue-blue) text-(--hue-blue-ink)',
  'bg-(--hue-violet) text-(--hue-violet-ink)',
  'bg-(--hue-plum) text-(--hue-plum-ink)',
] as const;

/** A prompt's icon. Decorative, since the title is beside it. */
export function PromptIcon(props: PromptIconProps) {
  const { icon, title, groupId = null, small = false, className } = props;
  const letter = icon === null ? firstLetter(title) : null;
  return (
    <span
      aria-hidden="true"
      // Not as text, which would be found and copied with the title.
      data-letter={letter ?? undefined}
      className={cx(
        'grid shrink-0 place-items-center overflow-hidden leading-none',
        small ? 'size-5 rounded-sm' : 'size-9 rounded-md',
        letter === null
          ? cx('bg-sunken text-ink-soft', small ? 'text-sm' : 'text-lg')
          : cx(
              'font-sans font-medium before:content-[attr(data-letter)]',
              small ? 'text-xs' : 'text-base',
            ),
        letter !== null && (groupId === null ? 'bg-sunken text-ink-soft' : hueOf(groupId)),
        className,
      )}
    >
      {icon ?? (letter === null ? <NotebookPen size={small ? 14 : 18} strokeWidth={1.75} /> : null)}
    </span>
  );
}

function firstLetter(title: string): string | null {
  return /[\p{L}\p{N}]/u.exec(title)?.[0].toUpperCase() ?? null;
}

/** Returns the classes of a group's hue, the same for each of its prompts. */
function hueOf(groupId: string): string {
  let sum = 0;
  for (const character of groupId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return hues[sum % hues.length] ?? hues[0];
}

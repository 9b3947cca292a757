import { cx } from '#web/lib/theme/class-names.ts';
import { cardGridClass } from './card-grid-class.ts';
import { LoadingText, Skeleton } from './skeleton.tsx';

interface SkeletonCardsProps {
  /** The loading text. */
  readonly label: string;
  /** The height class of a card. */
  readonly cardClassName?: string;
  /** The lines of a card: up to four. */
  readonly lines?: number;
  readonly count?: number;
}

const lineClasses = ['h-4 w-1/2', 'h-3 w-full', 'h-3 w-4/5', 'mt-auto h-3 w-1/3'];

/** Placeholders for a grid of cards. */
export function SkeletonCards(props: SkeletonCardsProps) {
  const { label, cardClassName = 'h-40', lines = 4, count = 6 } = props;
  return (
    <div className={`relative ${cardGridClass}`}>
      <LoadingText>{label}</LoadingText>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className={cx(
            'flex flex-col gap-3 rounded-lg border border-hairline bg-surface p-4',
            cardClassName,
          )}
        >
          {lineClasses.slice(0, lines).map((lineClass) => (
            <Skeleton key={lineClass} className={lineClass} />
          ))}
        </div>
      ))}
    </div>
  );
}

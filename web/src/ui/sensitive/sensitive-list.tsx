import type { SensitiveField } from '#web/lib/sensitive/find-in-fields.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { SensitiveExcerpt } from './sensitive-excerpt.tsx';

const mostShown = 5;

interface DelicateListProps {
  /** `of`: the title of the prompt, when there are several. */
  readonly found: readonly {
    readonly id?: string;
    readonly of?: string;
    readonly delicate: SensitiveField;
  }[];
  readonly className: string;
}

/** What was found before something becomes public: the first places, and how many more there are. */
export function SensitiveList({ found, className }: DelicateListProps) {
  const more = found.length - mostShown;
  return (
    <>
      <ul aria-label="Where it stands" className={`flex flex-col gap-3 ${className}`}>
        {found.slice(0, mostShown).map(({ id, of, delicate }) => (
          <SensitiveExcerpt
            key={`${id} ${delicate.field} ${delicate.location.line} ${delicate.text}`}
            delicate={delicate}
            {...(of === undefined ? {} : { of })}
          />
        ))}
      </ul>
      {more > 0 ? <p className="mt-3">And {formatCount(more, 'place')} more.</p> : null}
    </>
  );
}

import type { SensitiveField } from '#web/lib/sensitive/find-in-fields.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { SensitiveExcerpt } from './sensitive-excerpt.tsx';

const maxShown = 5;

interface SensitiveListProps {
  /** `of` is the prompt's title, if several prompts are checked. */
  readonly found: readonly {
    readonly id?: string;
    readonly of?: string;
    readonly finding: SensitiveField;
  }[];
  readonly className: string;
}

/** Sensitive data found before publishing: the first findings, and the number of others. */
export function SensitiveList({ found, className }: SensitiveListProps) {
  const more = found.length - maxShown;
  return (
    <>
      <ul aria-label="Where it was found" className={`flex flex-col gap-3 ${className}`}>
        {found.slice(0, maxShown).map(({ id, of, finding }) => (
          <SensitiveExcerpt
            key={`${id} ${finding.field} ${finding.location.line} ${finding.text}`}
            finding={finding}
            {...(of === undefined ? {} : { of })}
          />
        ))}
      </ul>
      {more > 0 ? <p className="mt-3">And {formatCount(more, 'more place')}.</p> : null}
    </>
  );
}

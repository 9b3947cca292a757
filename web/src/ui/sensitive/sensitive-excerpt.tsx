import type { SensitiveField } from '#web/lib/sensitive/find-in-fields.ts';

interface SensitiveExcerptProps {
  readonly finding: SensitiveField;
  /** The title of the prompt, if several are checked. */
  readonly of?: string;
}

/** One finding of sensitive data: what it looks like, its field and its line. */
export function SensitiveExcerpt({ finding, of }: SensitiveExcerptProps) {
  const { field, name, location } = finding;
  return (
    <li>
      <p className="text-xs break-words text-ink-quiet">
        <span className="font-medium text-ink">{name}</span> in{' '}
        {field === 'Content' ? `the content, line ${location.line}` : `the ${field.toLowerCase()}`}
        {of === undefined ? null : (
          <>
            {' '}
            of “<span className="text-ink">{of}</span>”
          </>
        )}
      </p>
      <p className="mt-1 rounded-md bg-sunken px-2.5 py-1.5 font-mono text-sm break-all">
        {location.before}
        <mark className="rounded-xs bg-star-wash text-star-ink underline decoration-1 underline-offset-3">
          {location.text}
        </mark>
        {location.after}
      </p>
    </li>
  );
}

import { countOf } from '#web/lib/count-of.ts';
import type { Delicate } from './delicate-words.ts';

const mostShown = 5;

/** What was found, and where, before a prompt becomes public. */
export function PublishWarning({ found }: { readonly found: readonly Delicate[] }) {
  const more = found.length - mostShown;
  return (
    <>
      <p>{leadOf(found)} Everybody could read it, also in the history of forks.</p>
      <ul aria-label="Where it stands" className="mt-4 flex flex-col gap-3">
        {found.slice(0, mostShown).map(({ field, name, place, words }) => (
          <li key={`${field} ${place.line} ${words}`}>
            <p className="text-xs text-ink-quiet">
              <span className="font-medium text-ink">{name}</span> in{' '}
              {field === 'Content'
                ? `the content, line ${place.line}`
                : `the ${field.toLowerCase()}`}
            </p>
            <p className="mt-1 rounded-md bg-sunken px-2.5 py-1.5 font-mono text-sm break-all">
              {place.before}
              <mark className="rounded-xs bg-star-wash text-star-ink underline decoration-1 underline-offset-3">
                {place.words}
              </mark>
              {place.after}
            </p>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-3">And {countOf(more, 'place')} more.</p> : null}
    </>
  );
}

function leadOf(found: readonly Delicate[]): string {
  const kinds = new Set(found.map(({ kind }) => kind));
  if (kinds.size > 1) return 'It looks as if this prompt held a secret, and personal data.';
  return kinds.has('secret')
    ? 'It looks as if this prompt held a secret.'
    : 'It looks as if this prompt held personal data.';
}

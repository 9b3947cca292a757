import { countOf } from '#web/lib/count-of.ts';
import type { Delicate } from '#web/lib/sensitive/delicate-words.ts';
import { DelicatePlace } from '#web/ui/delicate-place.tsx';

const mostShown = 5;

/** What was found, and where, before a prompt becomes public. */
export function PublishWarning({ found }: { readonly found: readonly Delicate[] }) {
  const more = found.length - mostShown;
  return (
    <>
      <p>{leadOf(found)} Everybody could read it, and forks keep it.</p>
      <ul aria-label="Where it stands" className="mt-4 flex flex-col gap-3">
        {found.slice(0, mostShown).map((delicate) => (
          <DelicatePlace
            key={`${delicate.field} ${delicate.place.line} ${delicate.words}`}
            delicate={delicate}
          />
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

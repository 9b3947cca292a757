import { countOf } from '#web/lib/count-of.ts';
import type { DelicateInPrompt } from '#web/lib/sensitive/delicate-prompts.ts';
import { DelicatePlace } from './delicate-place.tsx';

const mostShown = 5;

/** What was found in many prompts before they become public, the first places shown. */
export function DelicatePrompts({ found }: { readonly found: readonly DelicateInPrompt[] }) {
  const more = found.length - mostShown;
  const prompts = new Set(found.map(({ promptId }) => promptId)).size;
  return (
    <>
      <p className="font-medium text-ink">
        {countOf(prompts, 'prompt')} {prompts === 1 ? 'looks' : 'look'} as if a secret or personal
        data stood in {prompts === 1 ? 'it' : 'them'}.
      </p>
      <ul aria-label="Where it stands" className="mt-3 flex flex-col gap-3">
        {found.slice(0, mostShown).map(({ promptId, title, delicate }) => (
          <DelicatePlace
            key={`${promptId} ${delicate.field} ${delicate.place.line} ${delicate.words}`}
            delicate={delicate}
            of={title}
          />
        ))}
      </ul>
      {more > 0 ? <p className="mt-3">And {countOf(more, 'place')} more.</p> : null}
    </>
  );
}

import { countOf } from '#web/lib/text/format-count.ts';
import type { DelicateInPrompt } from '#web/lib/sensitive/find-in-prompts.ts';
import { DelicateList } from './sensitive-list.tsx';

/** What was found in many prompts before they become public. */
export function DelicatePrompts({ found }: { readonly found: readonly DelicateInPrompt[] }) {
  const prompts = new Set(found.map(({ promptId }) => promptId)).size;
  return (
    <>
      <p className="font-medium text-ink">
        {countOf(prompts, 'prompt')} {prompts === 1 ? 'looks' : 'look'} as if a secret or personal
        data stood in {prompts === 1 ? 'it' : 'them'}.
      </p>
      <DelicateList
        className="mt-3"
        found={found.map(({ promptId, title, delicate }) => ({
          id: promptId,
          of: title,
          delicate,
        }))}
      />
    </>
  );
}

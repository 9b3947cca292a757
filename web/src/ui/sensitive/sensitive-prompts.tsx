import { formatCount } from '#web/lib/text/format-count.ts';
import type { SensitivePrompt } from '#web/lib/sensitive/find-in-prompts.ts';
import { SensitiveList } from './sensitive-list.tsx';

/** What was found in many prompts before they become public. */
export function SensitivePrompts({ found }: { readonly found: readonly SensitivePrompt[] }) {
  const prompts = new Set(found.map(({ promptId }) => promptId)).size;
  return (
    <>
      <p className="font-medium text-ink">
        {formatCount(prompts, 'prompt')} {prompts === 1 ? 'looks' : 'look'} as if a secret or
        personal data stood in {prompts === 1 ? 'it' : 'them'}.
      </p>
      <SensitiveList
        className="mt-3"
        found={found.map(({ promptId, title, finding }) => ({
          id: promptId,
          of: title,
          delicate: finding,
        }))}
      />
    </>
  );
}

import { formatCount } from '#web/lib/text/format-count.ts';
import type { SensitivePrompt } from '#web/lib/sensitive/find-in-prompts.ts';
import { SensitiveList } from './sensitive-list.tsx';

/** Sensitive data found in several prompts before they are published. */
export function SensitivePrompts({ found }: { readonly found: readonly SensitivePrompt[] }) {
  const prompts = new Set(found.map(({ promptId }) => promptId)).size;
  return (
    <>
      <p className="font-medium text-ink">
        {formatCount(prompts, 'prompt')} may contain secrets or personal data.
      </p>
      <SensitiveList
        className="mt-3"
        found={found.map(({ promptId, title, finding }) => ({
          id: promptId,
          of: title,
          finding,
        }))}
      />
    </>
  );
}

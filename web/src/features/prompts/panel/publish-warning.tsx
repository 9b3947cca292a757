import type { SensitiveField } from '#web/lib/sensitive/find-in-fields.ts';
import { SensitiveList } from '#web/ui/sensitive/sensitive-list.tsx';

/** What was found, and where, before a prompt becomes public. */
export function PublishWarning({ found }: { readonly found: readonly SensitiveField[] }) {
  return (
    <>
      <p>{leadOf(found)} Anyone with the link could read it, and forks keep it.</p>
      <SensitiveList className="mt-4" found={found.map((delicate) => ({ delicate }))} />
    </>
  );
}

function leadOf(found: readonly SensitiveField[]): string {
  const kinds = new Set(found.map(({ kind }) => kind));
  if (kinds.size > 1) return 'It looks as if this prompt held a secret, and personal data.';
  return kinds.has('secret')
    ? 'It looks as if this prompt held a secret.'
    : 'It looks as if this prompt held personal data.';
}

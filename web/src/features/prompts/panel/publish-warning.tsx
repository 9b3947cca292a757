import type { SensitiveField } from '#web/lib/sensitive/find-in-fields.ts';
import { SensitiveList } from '#web/ui/sensitive/sensitive-list.tsx';

/** Lists the secrets and personal data found in a prompt before it becomes public. */
export function PublishWarning({ found }: { readonly found: readonly SensitiveField[] }) {
  return (
    <>
      <p>{describe(found)} Anyone with the link could read it, and forks keep a copy.</p>
      <SensitiveList className="mt-4" found={found.map((finding) => ({ finding }))} />
    </>
  );
}

function describe(found: readonly SensitiveField[]): string {
  const kinds = new Set(found.map(({ kind }) => kind));
  if (kinds.size > 1) return 'This prompt seems to contain a secret and personal data.';
  return kinds.has('secret')
    ? 'This prompt seems to contain a secret.'
    : 'This prompt seems to contain personal data.';
}

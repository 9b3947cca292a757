import type { SensitiveField } from '#web/lib/sensitive/find-in-fields.ts';
import { PrivateIncludes } from '#web/ui/sensitive/private-includes.tsx';
import { SensitiveList } from '#web/ui/sensitive/sensitive-list.tsx';

interface PublishWarningProps {
  /** False for a prompt that only its team sees. */
  readonly isPublic: boolean;
  readonly found: readonly SensitiveField[];
  /** The titles of private prompts that the text includes. */
  readonly included: readonly string[];
}

/** Lists what a prompt gives away when it becomes public, and what it leaves out for others. */
export function PublishWarning({ isPublic, found, included }: PublishWarningProps) {
  return (
    <>
      {found.length === 0 ? null : (
        <>
          <p>{describe(found)} Anyone with the link could read it, and forks keep a copy.</p>
          <SensitiveList className="mt-4" found={found.map((finding) => ({ finding }))} />
        </>
      )}
      <PrivateIncludes
        titles={included}
        remedy={isPublic ? 'publish them' : 'move them to the team'}
      />
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

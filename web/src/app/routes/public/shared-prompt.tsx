import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { sharedPromptQuery } from '#web/data/community/community.ts';
import { useSession } from '#web/data/session/session.ts';
import { SharedPromptView } from '#web/features/community/shared-prompt.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';

/** /p/{id}: a public prompt. `?fork` opens the fork panel after signing in to fork. */
export function Component() {
  const { id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const signedIn = useSession().status === 'signed-in';
  const prompt = useQuery({ ...sharedPromptQuery(id), enabled: signedIn });
  const forking = signedIn && search.has('fork') && prompt.data !== undefined;

  return (
    <PublicLayout
      {...(signedIn ? { account: <ButtonLink to={routes.app}>Open your library</ButtonLink> } : {})}
    >
      <div className="mx-auto w-full max-w-[800px] px-5 py-8 sm:px-8 sm:py-12">
        <SharedPromptView
          id={id}
          onFork={signedIn ? () => setSearch({ fork: '' }, { replace: true }) : null}
        />
      </div>
      <PromptPanel
        request={
          forking ? { mode: 'fork', source: { ...prompt.data, tags: [...prompt.data.tags] } } : null
        }
        onClose={() => setSearch({}, { replace: true })}
        onSaved={(fork) => void navigate(routes.prompt(fork))}
      />
    </PublicLayout>
  );
}

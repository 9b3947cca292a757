import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams, type Params } from 'react-router';
import { routes } from '#contract/routes.ts';
import { sharedPromptQuery } from '#web/data/community/community.ts';
import { readUser, useSession } from '#web/data/session/session.ts';
import { SharedPromptView } from '#web/features/community/shared-prompt.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { SuggestEdit } from '#web/features/prompts/proposals/suggest-edit.tsx';
import { RequestedFork } from '#web/features/prompts/panel/requested-fork.tsx';
import { requestedFork } from '#web/lib/storage/requested-fork.ts';
import { waitAtMost } from '#web/lib/values/wait-at-most.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { queryClientOf } from '../../query-client.ts';

const AttachmentsSection = lazy(
  () => import('#web/features/prompts/attachments/attachments-section.tsx'),
);

/** Waits for the prompt: until then, the page that the server rendered stays. */
export async function loader({ id = '' }: Params): Promise<null> {
  const user = await readUser();
  await waitAtMost(2_000, queryClientOf(user?.id ?? null).prefetchQuery(sharedPromptQuery(id)));
  return null;
}

/**
 * /p/{id} in the app: a public prompt, for signed-in users. Visitors get the server's page. `?fork`
 * opens the fork panel, or makes the fork if they chose to keep it before signing in.
 */
export function Component() {
  // With a key: another tab may have switched accounts while a form is open here.
  return <SharedPrompt key={useSession().user?.id} />;
}

function SharedPrompt() {
  const { id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const signedIn = session.status === 'signed-in';
  const [isSuggesting, setSuggesting] = useState(false);
  const prompt = useQuery({ ...sharedPromptQuery(id), enabled: signedIn });
  const forking = signedIn && search.has('fork') && prompt.data !== undefined;
  const [isRequested, setRequested] = useState(() => requestedFork.read() === id);
  const ask = useCallback(() => setRequested(false), []);
  useEffect(() => {
    // Read once: a prompt that is gone must not be asked for again.
    if (signedIn) requestedFork.clear();
  }, [signedIn]);
  const source = forking ? { ...prompt.data, tags: [...prompt.data.tags] } : null;
  const close = () => setSearch({}, { replace: true });
  const open = (fork: string) => void navigate(routes.prompt(fork), { replace: isRequested });

  return (
    <PublicLayout
      {...(signedIn ? { account: <ButtonLink to={routes.app}>Open your library</ButtonLink> } : {})}
    >
      <div className="mx-auto w-full max-w-[800px] px-5 py-8 sm:px-8 sm:py-12">
        <SharedPromptView
          id={id}
          onSuggest={signedIn ? () => setSuggesting(true) : null}
          userId={session.status === 'signed-in' ? session.user.id : null}
          onFork={signedIn ? () => setSearch({ fork: '' }, { replace: true }) : null}
        >
          {signedIn ? (
            <Suspense fallback={null}>
              <AttachmentsSection promptId={id} isPublic mayEdit={false} className="mt-8" />
            </Suspense>
          ) : null}
        </SharedPromptView>
      </div>
      {source && isRequested ? (
        <RequestedFork source={source} onSaved={open} onQueued={close} onFailed={ask} />
      ) : (
        <PromptPanel request={source && { mode: 'fork', source }} onClose={close} onSaved={open} />
      )}
      <SuggestEdit
        promptId={id}
        fork={null}
        open={isSuggesting}
        onClose={() => setSuggesting(false)}
      />
    </PublicLayout>
  );
}

import { BookmarkPlus } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { routes, signInThen, signUpThen } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';

/**
 * Links for visitors who want a prompt in a library of their own. After the first, the fork is made
 * once they are signed in (lib/storage/requested-fork.ts); the second opens the fork panel.
 */
export function KeepPrompt({ promptId }: { readonly promptId: string }) {
  const fork = `${routes.sharedPrompt(promptId)}?fork`;
  const isOpen = runtimeConfig().signIn.signUp;
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink
        to={isOpen ? signUpThen(fork) : signInThen(fork)}
        variant="primary"
        icon={<BookmarkPlus size={17} />}
        data-keep={promptId}
      >
        Keep it in your library
      </ButtonLink>
      <ButtonLink to={signInThen(fork)}>{messages.community.signInToFork}</ButtonLink>
    </div>
  );
}

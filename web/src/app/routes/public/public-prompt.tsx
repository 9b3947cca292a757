import type { PublicPrompt as Prompt } from '#contract/public-pages.ts';
import { resolvePublicContent } from '#web/lib/variables/resolve-public-content.ts';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import {
  PublicPromptBadges,
  PublicPromptHead,
} from '#web/features/community/public-prompt-head.tsx';
import { FillablePrompt } from '#web/features/marketing/fillable-prompt.tsx';
import { KeepPrompt } from '#web/features/marketing/keep-prompt.tsx';
import { pageWidthClass } from '#web/features/marketing/landing-section.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { PublicFiles } from './public-files.tsx';

/** /p/{id} for visitors: a public prompt, rendered by the server. Signed-in users get the app's page. */
export function PublicPrompt({ prompt }: { readonly prompt: Prompt }) {
  const { author } = prompt;
  return (
    <PublicLayout>
      <article className={`${pageWidthClass} pt-8 md:pt-12`}>
        <PublicPromptHead
          prompt={prompt}
          author={{ ...author, avatarUrl: shownAvatar(author.avatarUrl) }}
        />
        <div className="mt-8 flex flex-col gap-5">
          <FillablePrompt
            content={resolvePublicContent(prompt)}
            aside={
              <aside
                aria-label="Keep this prompt"
                className="mt-2 border-t border-hairline pt-5 in-signed-in:hidden"
              >
                <p className="mb-4 text-sm text-pretty text-ink-soft">
                  {runtimeConfig().brand.name} is a prompt book: it keeps every version of your
                  prompts, fills in what changes, and finds them again. Free, with no limit.
                </p>
                <KeepPrompt promptId={prompt.id} />
              </aside>
            }
          />
          <PublicPromptBadges category={prompt.category} tags={prompt.tags} />
        </div>
        <PublicFiles promptId={prompt.id} files={prompt.files} />
      </article>
    </PublicLayout>
  );
}

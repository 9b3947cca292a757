import type { PublicPrompt as Prompt } from '#contract/public-pages.ts';
import { resolvePublicContent } from '#web/lib/variables/resolve-public-content.ts';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { AuthorLine } from '#web/features/community/author-line.tsx';
import { PromptCounts } from '#web/features/community/prompt-counts.tsx';
import { FillablePrompt } from '#web/features/marketing/fillable-prompt.tsx';
import { KeepPrompt } from '#web/features/marketing/keep-prompt.tsx';
import { pageWidthClass } from '#web/features/marketing/landing-section.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { PublicFiles } from './public-files.tsx';

/** /p/{id} for visitors: a public prompt, rendered by the server. Signed-in users get the app's page. */
export function PublicPrompt({ prompt }: { readonly prompt: Prompt }) {
  const { author, tags, category } = prompt;
  return (
    <PublicLayout>
      <article className={`${pageWidthClass} pt-8 md:pt-12`}>
        <h1
          dir="auto"
          className="flex max-w-[760px] items-start gap-3 font-serif text-3xl font-medium tracking-[-0.01em] text-ink"
        >
          <PromptIcon icon={prompt.icon} title={prompt.title} className="mt-px" />
          <span className="min-w-0 break-words">{prompt.title}</span>
        </h1>
        {prompt.description === '' ? null : (
          <p
            dir="auto"
            className="mt-4 max-w-[760px] text-lg break-words whitespace-pre-line text-ink-soft"
          >
            {prompt.description}
          </p>
        )}
        <div className="mt-4 mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-quiet">
          <AuthorLine id={author.id} name={author.name} avatarUrl={shownAvatar(author.avatarUrl)} />
          <span>
            Updated <RelativeTime at={prompt.updatedAt} />
          </span>
          <PromptCounts
            favorites={prompt.favoritesCount}
            forks={prompt.forksCount}
            comments={prompt.commentsCount}
          />
        </div>
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
        {tags.length > 0 || category !== null ? (
          <p className="mt-5 flex flex-wrap gap-1.5">
            {category === null ? null : <Badge>{category}</Badge>}
            {tags.map((tag) => (
              <Badge key={tag}>#{tag}</Badge>
            ))}
          </p>
        ) : null}
        <PublicFiles promptId={prompt.id} files={prompt.files} />
      </article>
    </PublicLayout>
  );
}

import { ChevronRight } from 'lucide-react';
import type { ListedPrompt } from '#contract/public-pages.ts';
import { routes } from '#contract/routes.ts';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { AuthorLine } from '#web/features/community/author-line.tsx';
import { PromptCounts } from '#web/features/community/prompt-counts.tsx';
import { FieldTemplates } from '#web/features/marketing/fillable-prompt.tsx';
import { pageWidthClass } from '#web/features/marketing/landing-section.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { PublicPromptRow } from '#web/features/marketing/public-prompt-row.tsx';
import { EmptyPages } from '#web/ui/drawings/empty-pages.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';

interface ExploreProps {
  readonly prompts: readonly ListedPrompt[];
  readonly isContinued: boolean;
  readonly next: string | null;
}

/** /explore: public prompts, newest first, for everybody. */
export function Explore({ prompts, isContinued, next }: ExploreProps) {
  return (
    <PublicLayout>
      <FieldTemplates />
      <div className={`${pageWidthClass} pt-10 md:pt-16`}>
        <h1 className="font-serif text-4xl font-medium tracking-[-0.02em]">Explore</h1>
        <p className="mt-4 mb-10 max-w-[60ch] text-lg text-pretty text-ink-soft">
          Prompts shared by the community. Read them, fill them in and copy them. You need an
          account only to keep one.
        </p>
        {prompts.length === 0 ? (
          <EmptyState
            drawing={<EmptyPages />}
            title={isContinued ? 'No older prompts' : 'No public prompts yet'}
            text="Prompts appear here as soon as somebody makes one public."
            action={<ButtonLink to={routes.publicTemplates}>See the templates</ButtonLink>}
          />
        ) : (
          <ul aria-label="Public prompts" className="border-t border-hairline">
            {prompts.map((prompt) => (
              <PublicPromptRow
                key={prompt.id}
                prompt={prompt}
                heading="h2"
                details={
                  <>
                    <AuthorLine
                      id={prompt.author.id}
                      name={prompt.author.name}
                      avatarUrl={shownAvatar(prompt.author.avatarUrl)}
                      className="text-sm"
                    />
                    <PromptCounts
                      favorites={prompt.favoritesCount}
                      forks={prompt.forksCount}
                      comments={prompt.commentsCount}
                    />
                  </>
                }
              />
            ))}
          </ul>
        )}
        <nav aria-label="More prompts" className="mt-8 flex justify-between gap-4">
          {isContinued ? <ButtonLink to={routes.explore}>Newest prompts</ButtonLink> : <span />}
          {next === null ? null : (
            <ButtonLink
              to={`${routes.explore}?after=${encodeURIComponent(next)}`}
              rel="next"
              icon={<ChevronRight size={16} className="order-1" />}
            >
              Older prompts
            </ButtonLink>
          )}
        </nav>
      </div>
    </PublicLayout>
  );
}

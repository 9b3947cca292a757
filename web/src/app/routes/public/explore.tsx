import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
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
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { SearchField } from '#web/features/marketing/search-field.tsx';

interface ExploreProps {
  readonly prompts: readonly ListedPrompt[];
  readonly query: string;
  readonly isContinued: boolean;
  readonly next: string | null;
}

/** Returns the path of a page of a search. */
function pathOf(query: string, after: string | null): string {
  const params = new URLSearchParams();
  if (query !== '') params.set('q', query);
  if (after !== null) params.set('after', after);
  return params.size === 0 ? routes.explore : `${routes.explore}?${params.toString()}`;
}

/** /explore: public prompts, newest first, and a search for them, for everybody. */
export function Explore({ prompts, query, isContinued, next }: ExploreProps) {
  return (
    <PublicLayout>
      <FieldTemplates />
      <div className={`${pageWidthClass} pt-10 md:pt-16`}>
        <h1 className="font-serif text-4xl font-medium tracking-[-0.02em]">Explore</h1>
        <p className="mt-4 max-w-[60ch] text-lg text-pretty text-ink-soft">
          Prompts shared by the community. Read them, fill them in and copy them. You need an
          account only to keep one.
        </p>
        <search className="mt-6 mb-8 block">
          <form action={routes.explore} className="flex gap-2">
            <SearchField
              label="Search public prompts"
              name="q"
              defaultValue={query}
              maxLength={200}
            />
            <Button type="submit">Search</Button>
          </form>
        </search>
        {query === '' ? null : (
          <p className="mb-4 flex flex-wrap items-baseline gap-x-4 text-sm text-ink-soft">
            <span className="min-w-0 break-words">
              {prompts.length === 0 && !isContinued ? 'Nothing found for' : 'Prompts with'} “{query}
              ”
            </span>
            <Link to={routes.explore} className={textLinkClass}>
              Show all prompts
            </Link>
          </p>
        )}
        {prompts.length === 0 ? (
          <EmptyState
            drawing={<EmptyPages />}
            title={emptyTitle(query, isContinued)}
            text={
              query === ''
                ? 'Prompts appear here as soon as somebody makes one public.'
                : 'No public prompt has all of these words in its title or description.'
            }
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
          {isContinued ? (
            <ButtonLink to={pathOf(query, null)}>Newest prompts</ButtonLink>
          ) : (
            <span />
          )}
          {next === null ? null : (
            <ButtonLink
              to={pathOf(query, next)}
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

function emptyTitle(query: string, isContinued: boolean): string {
  if (isContinued) return 'No older prompts';
  return query === '' ? 'No public prompts yet' : 'No prompts found';
}

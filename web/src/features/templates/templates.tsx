import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptsQuery } from '#web/data/prompts/lists/prompt-lists.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { searchInMemory } from '#web/data/search/search-in-memory.ts';
import { useUser } from '#web/data/session/session.ts';
import { useAllPages } from '#web/data/backend/use-all-pages.ts';
import { invalidFilter } from '#web/lib/search/parse-search.ts';
import { Button } from '#web/ui/form/button.tsx';
import { EmptySearch } from '#web/ui/drawings/empty-search.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SearchResults } from '#web/ui/list/search-results.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { cardGridClass } from '#web/ui/list/card-grid-class.ts';
import { arrangeTemplates } from './arrange-templates.ts';
import { CategoryTiles } from './category-tiles.tsx';
import { TemplateCard } from './template-card.tsx';
import { TemplatesSkeleton } from './templates-skeleton.tsx';

interface TemplatesProps {
  readonly search: string;
  /** The selected category; null for all. */
  readonly category: string | null;
  readonly onCategoryChange: (category: string | null) => void;
  readonly onClear: () => void;
  readonly renderActions: (template: PromptSummary) => ReactNode;
  readonly onUse: (template: PromptSummary) => void;
}

/** All templates by category. The counts need all of them, so every page is fetched. */
export function Templates(props: TemplatesProps) {
  const user = useUser();
  const list = useInfiniteQuery(promptsQuery('templates', user.id));
  useAllPages(list);
  const failed = !list.isPending && (!list.data || list.isFetchNextPageError);
  useEffect(() => {
    if (failed) toast.error(messages.templates.fetchFailed);
  }, [failed]);

  if (failed) {
    const { message, hint } = toDataError(list.error);
    return (
      <ErrorState
        title={messages.templates.failed}
        message={hint === null ? message : `${message} ${hint}`}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (!list.data || list.hasNextPage) return <TemplatesSkeleton />;
  if (list.data.prompts.length === 0) return <EmptyState title={messages.prompts.noTemplates} />;
  return <Arranged {...props} templates={list.data.prompts} />;
}

interface ArrangedProps extends TemplatesProps {
  readonly templates: readonly PromptSummary[];
}

function Arranged(props: ArrangedProps) {
  const { templates, search, category, onCategoryChange, onClear, renderActions, onUse } = props;
  const found = useMemo(() => searchInMemory(templates, search), [templates, search]);
  const sections = arrangeTemplates(templates, found.items);
  const chosen = sections.some((section) => section.category === category) ? category : null;
  const shown = sections.filter(
    (section) => section.templates.length > 0 && (chosen === null || section.category === chosen),
  );
  return (
    <SearchResults search={search} typoForgiven={found.typoForgiven}>
      <CategoryTiles sections={sections} chosen={chosen} onChoose={onCategoryChange} />
      {shown.length === 0 ? (
        <EmptyState
          drawing={<EmptySearch />}
          title="No templates found"
          text={invalidFilter(search) ?? messages.community.noneHint}
          action={<Button onClick={onClear}>Show all templates</Button>}
        />
      ) : null}
      <div className="space-y-9">
        {shown.map((section) => (
          <section key={section.category} aria-label={section.category}>
            <h2 className="mb-3 font-serif text-xl font-medium text-ink">{section.category}</h2>
            <ul className={cardGridClass}>
              {section.templates.map((template) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  actions={renderActions(template)}
                  onUse={() => onUse(template)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </SearchResults>
  );
}

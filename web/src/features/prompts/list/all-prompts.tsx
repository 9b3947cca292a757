import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useRememberSearch } from '#web/data/search/last-search.ts';
import type { PromptListKind } from '#web/data/prompts/prompt.ts';
import { useSearch } from '#web/lib/search/use-search.ts';
import { setSearchParam } from '#web/lib/values/set-search-param.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { Tabs } from '#web/ui/form/tabs.tsx';
import { PromptList } from './prompt-list.tsx';
import { usePromptActions } from './use-prompt-actions.tsx';

const tabs = [
  { value: 'recent', label: 'Recent' },
  { value: 'favorites', label: 'Favorites' },
  { value: 'mine', label: 'My Prompts' },
  { value: 'templates', label: 'Templates' },
] as const;

type Tab = (typeof tabs)[number]['value'];

const kinds: Record<Tab, PromptListKind> = {
  recent: 'mine',
  favorites: 'favourites',
  mine: 'mine',
  templates: 'templates',
};

/** The section 'All Prompts': a search box and four lists. */
export function AllPrompts({ emptyAction }: { readonly emptyAction: ReactNode }) {
  const [address, setAddress] = useSearchParams();
  const { typed, type, query } = useSearch();
  useRememberSearch();
  const { actions, dialogs } = usePromptActions();
  const { value: tab, label } = tabs.find(({ value }) => value === address.get('tab')) ?? tabs[0];

  function choose(next: Tab) {
    setAddress(setSearchParam('tab', next === 'recent' ? '' : next), {
      replace: true,
      preventScrollReset: true,
    });
  }

  return (
    <section aria-labelledby="all-prompts">
      <h2
        id="all-prompts"
        className="mb-2 font-serif text-xl sm:mb-4 sm:text-2xl font-medium text-ink"
      >
        All Prompts
      </h2>
      <SearchBox
        label="Search prompts"
        placeholder={messages.prompts.search}
        filters
        value={typed}
        onChange={type}
        className="mb-3"
      />
      <Tabs label="Prompts" value={tab} onChange={choose} tabs={tabs}>
        <PromptList
          key={tab}
          kind={kinds[tab]}
          search={query}
          onClearSearch={() => type('')}
          height={800}
          label={label}
          actions={actions}
          toPrompt={routes.prompt}
          emptyAction={emptyAction}
          {...(tab === 'recent' ? { first: limits.recentPrompts } : {})}
        />
      </Tabs>
      {dialogs}
    </section>
  );
}

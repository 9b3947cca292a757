import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { useRememberSearch } from '#web/data/search/last-search.ts';
import type { PromptListKind } from '#web/data/prompts/prompt.ts';
import type { Search } from '#web/lib/search/use-search.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { PromptList } from './prompt-list.tsx';
import type { RowSelection } from './row-selection.ts';
import { usePromptActions } from './use-prompt-actions.tsx';

interface SearchableListProps {
  readonly search: Search;
  readonly kind: PromptListKind;
  readonly label: string;
  readonly toPrompt: (id: string) => string;
  readonly emptyAction: ReactNode;
  /** Shown above the list, at the right. */
  readonly aside?: ReactNode;
  readonly selection?: RowSelection;
}

/** A search box with a list of all prompts that it finds. */
export function SearchableList(props: SearchableListProps) {
  const { search, kind, label, toPrompt, emptyAction, aside, selection } = props;
  const { actions, dialogs } = usePromptActions();
  useRememberSearch();
  return (
    <>
      <SearchBox
        label="Search prompts"
        placeholder={messages.prompts.search}
        filters
        value={search.typed}
        onChange={search.type}
        className="mb-2"
      />
      <div className="mb-2 flex min-h-8 flex-wrap justify-end max-sm:grid max-sm:grid-cols-2 max-sm:*:justify-start pointer-coarse:gap-y-3">
        {aside}
      </div>
      <div className="border-t border-hairline">
        <PromptList
          kind={kind}
          search={search.query}
          label={label}
          actions={actions}
          toPrompt={toPrompt}
          emptyAction={emptyAction}
          selection={selection}
        />
      </div>
      {dialogs}
    </>
  );
}

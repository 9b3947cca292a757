import { Folder, Tag } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { UsedPrompt } from '#web/data/prompts/lists/last-used.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { normalizeSearch } from '#web/lib/search/normalize-search.ts';
import { invalidFilter } from '#web/lib/search/parse-search.ts';
import { useDebouncedValue } from '#web/lib/react/use-debounced-value.ts';
import { modifierKey } from '#web/lib/react/modifier-key.ts';
import { CommandWindow } from '#web/ui/overlay/command/command-window.tsx';
import type { Command, CommandGroup } from '#web/ui/overlay/command/command.ts';
import { useFilterCompletions } from '#web/data/search/use-filter-completions.ts';
import { completeFilter, filterAt } from '#web/lib/search/complete-filter.ts';
import { useFilterValues } from '#web/lib/search/use-filter-values.ts';
import { arrangeCommands } from './arrange-commands.ts';
import { useElsewhereCommands } from './use-elsewhere-commands.tsx';
import type { CommandContext } from './prompt-command.tsx';
import { useLibraryCommands } from './use-library-commands.tsx';

export interface PaletteProps {
  /** Commands that don't depend on the library. */
  readonly pages: readonly Command[];
  readonly actions: readonly Command[];
  readonly onOpenPath: (path: string) => void;
  readonly onClose: () => void;
  /** Returns what Tab shows for a prompt; `copy` does the same as Ctrl or Cmd+Enter. */
  readonly promptActions: (prompt: UsedPrompt, copy: () => void) => readonly Command[];
  /**
   * Copies a prompt, or passes its text to `onFill` if its variables must be filled in first.
   * Resolves to whether it was copied.
   */
  readonly copy: (prompt: UsedPrompt, onFill: (content: string) => void) => Promise<boolean>;
  /** Describes the form for a prompt's variables. */
  readonly fillDescription: string;
  /** Renders this form; it calls `onClose` once the prompt is copied. */
  readonly renderFillForm: (prompt: UsedPrompt, content: string, onClose: () => void) => ReactNode;
}

interface Filling {
  readonly prompt: UsedPrompt;
  readonly content: string;
}

/** The most values of a filter in the palette. */
const maxValues = 12;

/** The command palette: finds prompts, groups, chains and pages, and runs actions. */
export function Palette(props: PaletteProps) {
  const { pages, actions, onOpenPath, onClose } = props;
  const [query, setQuery] = useState('');
  const [filling, setFilling] = useState<Filling | null>(null);
  const [copying, setCopying] = useState<UsedPrompt | null>(null);
  // The prompt whose text is loading. Its late response neither opens a form nor closes the
  // palette once the person has gone on.
  const latest = useRef<UsedPrompt | null>(null);
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  const search = normalizeSearch(query);
  const debouncedSearch = useDebouncedValue(search);
  const context: CommandContext = {
    openPath: onOpenPath,
    promptActions: (prompt) => {
      const copyThis = () => void copy(prompt);
      return { runInstead: copyThis, actions: props.promptActions(prompt, copyThis) };
    },
  };
  const library = useLibraryCommands(debouncedSearch, context);
  const elsewhere = useElsewhereCommands(
    // Tags are those of the library.
    debouncedSearch.startsWith('#') ? '' : debouncedSearch,
    library.matchIds,
    context,
  );
  const searching = search !== debouncedSearch || library.searching || elsewhere.searching;
  const draft = filterAt(query, query.length);
  const values = useFilterValues(draft, useFilterCompletions());
  const filterValues: CommandGroup = {
    title: draft?.name === 'tag' ? 'Narrow to a tag' : 'Narrow to a group',
    commands: values.slice(0, maxValues).map(({ label }) => ({
      id: `value-${label}`,
      label,
      icon: draft?.name === 'tag' ? <Tag size={17} /> : <Folder size={17} />,
      keepsOpen: true,
      run: () => {
        if (draft !== null) changeQuery(completeFilter(query, draft, label).text);
      },
    })),
  };
  const { groups, count, hasMore, forgiving, showsClosePrompts, isFirstSettled } = arrangeCommands({
    search,
    searching,
    pages,
    actions,
    library,
    elsewhere,
    filterValues,
    typedValue: draft?.typed ?? null,
  });
  return (
    <CommandWindow
      title="Search and commands"
      placeholder="Search prompts, groups, chains and pages"
      query={query}
      onQuery={changeQuery}
      groups={groups}
      nearly={forgiving || showsClosePrompts}
      results={resultsState()}
      status={statusOf()}
      form={
        filling && {
          title: filling.prompt.title,
          description: props.fillDescription,
          children: props.renderFillForm(filling.prompt, filling.content, onClose),
          onBack: () => setFilling(null),
        }
      }
      onClose={onClose}
    />
  );

  function resultsState(): 'searching' | 'complete' | 'failed' {
    if (!isFirstSettled) return 'searching';
    return library.failed || elsewhere.failed ? 'failed' : 'complete';
  }

  function changeQuery(next: string) {
    track(null);
    setQuery(next);
  }

  function track(prompt: UsedPrompt | null) {
    latest.current = prompt;
    setCopying(prompt);
  }

  async function copy(prompt: UsedPrompt) {
    track(prompt);
    const copied = await props.copy(prompt, (content) => {
      if (latest.current === prompt) setFilling({ prompt, content });
    });
    if (latest.current !== prompt) return;
    track(null);
    if (copied) onClose();
  }

  function statusOf(): string {
    if (copying) return `Copying “${copying.title}”…`;
    if (search === '') {
      return `Enter opens, ${modifierKey} Enter copies, Tab shows more. Try #tag group: in: is: has: used:`;
    }
    if (searching) return 'Searching…';
    if (library.failed) {
      return 'Your library could not be searched. Pages and actions still work.';
    }
    if (elsewhere.failed && !library.fromOfflineCache) {
      return `${count} found. Your teams could not be searched.`;
    }
    if (count === 0) return invalidFilter(search) ?? `Nothing found for “${search}”.`;
    if (library.fromOfflineCache)
      return `Offline: ${count} found among the prompts saved on this device`;
    if (hasMore) return `Showing ${count}. There are more.`;
    return forgiving
      ? `No exact matches. Showing ${formatCount(count, 'close match', 'close matches')}.`
      : `${count} found`;
  }
}

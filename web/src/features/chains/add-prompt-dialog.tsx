import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import type { StepChoice } from '#web/data/chain-values.ts';
import { toDataError } from '#web/data/fail.ts';
import { promptsQuery, type PromptSummary } from '#web/data/prompts.ts';
import { useUser } from '#web/data/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptySearch } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ListEnd } from '#web/ui/list-end.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { VirtualList } from '#web/ui/virtual-list.tsx';
import { choiceOfPrompt } from './step-choice.ts';
import { PickablePrompt, pickableHeight } from './pickable-prompt.tsx';

interface AddPromptDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The chain so far: a prompt that is in it says where. */
  readonly steps: readonly StepChoice[];
  readonly onAdd: (step: StepChoice) => void;
}

const sources = [
  { value: 'mine', label: 'My Prompts' },
  { value: 'favourites', label: 'Favourites' },
] as const;

/** Prompts to choose from, searched by the server, page after page. It stays open to add several. */
export function AddPromptDialog({ open, onOpenChange, ...chooser }: AddPromptDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Prompt"
      footer={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      }
    >
      <Chooser {...chooser} />
    </Dialog>
  );
}

function Chooser({ steps, onAdd }: Pick<AddPromptDialogProps, 'steps' | 'onAdd'>) {
  const [source, setSource] = useState<(typeof sources)[number]['value']>('mine');
  const [search, setSearch] = useState('');
  const [said, setSaid] = useState('');
  const settled = useSettled(search, 200);
  const box = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);

  // The dialog was opened to look for something. A frame later: it notes first what had focus, to give it back.
  useEffect(() => {
    const frame = requestAnimationFrame(() => box.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  function enterList(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' || event.target !== box.current) return;
    event.preventDefault();
    rows.current?.querySelector<HTMLElement>('[data-index="0"] button')?.focus();
  }

  function add(prompt: PromptSummary) {
    onAdd(choiceOfPrompt(prompt));
    setSaid(`${prompt.title} added as step ${steps.length + 1}`);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- from the box into the list, as Tab does too
    <div onKeyDown={enterList}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchBox
          ref={box}
          label="Search prompts"
          placeholder={messages.prompts.search}
          value={search}
          onChange={setSearch}
          className="min-w-0 flex-1 basis-64"
        />
        <Segmented label="Which prompts" value={source} onChange={setSource} options={sources} />
      </div>
      <div ref={rows} className="border-t border-hairline">
        <Matches key={source} source={source} search={settled} steps={steps} onAdd={add} />
      </div>
      <output className="sr-only">{said}</output>
    </div>
  );
}

interface MatchesProps {
  readonly source: (typeof sources)[number]['value'];
  readonly search: string;
  readonly steps: readonly StepChoice[];
  readonly onAdd: (prompt: PromptSummary) => void;
}

function Matches({ source, search, steps, onAdd }: MatchesProps) {
  const user = useUser();
  const list = useInfiniteQuery({
    ...promptsQuery(source, user.id, search),
    placeholderData: keepPreviousData,
  });
  const { fetchNextPage, hasNextPage } = list;
  const fetchMore = useCallback(() => {
    if (hasNextPage) void fetchNextPage({ cancelRefetch: false });
  }, [fetchNextPage, hasNextPage]);

  if (list.isPending) {
    return <SkeletonRows count={6} label={messages.prompts.loading} rowClassName="h-[68px]" />;
  }
  if (!list.data) {
    return (
      <ErrorState
        title="Prompts could not be loaded"
        message={messages.prompts.loadFailed(toDataError(list.error).message)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const { prompts, typoForgiven } = list.data;
  if (prompts.length === 0) return <NoMatches searched={search.trim() !== ''} source={source} />;
  return (
    <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60' : ''}>
      {typoForgiven ? (
        <p className="border-b border-hairline px-3 py-2 text-sm text-ink-quiet">
          Nothing has exactly these words. These are close.
        </p>
      ) : null}
      <VirtualList
        items={prompts}
        keyOf={(prompt) => prompt.id}
        estimateSize={pickableHeight}
        height={408}
        label="Prompts to add"
        onEndReached={fetchMore}
        renderItem={(prompt) => (
          <PickablePrompt prompt={prompt} steps={steps} onAdd={() => onAdd(prompt)} />
        )}
        footer={
          <ListEnd
            loading={messages.prompts.loading}
            fetching={list.isFetchingNextPage}
            failed={list.isFetchNextPageError}
            onRetry={fetchMore}
          />
        }
      />
    </div>
  );
}

function NoMatches({ searched, source }: { searched: boolean; source: MatchesProps['source'] }) {
  if (searched) return <EmptyState drawing={<EmptySearch />} title="No prompts found." />;
  if (source === 'favourites') return <EmptyState title="You have no favourites yet." />;
  return (
    <EmptyState
      title="You have no prompts yet."
      text="Write one in your library, then add it here. This chain is kept as a draft."
      action={<ButtonLink to={routes.library}>Browse Library</ButtonLink>}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { StepChoice } from '#web/data/chains/chain-values.ts';
import { useFilterCompletions } from '#web/data/search/use-filter-completions.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { hasSharesQuery } from '#web/data/shares/shared-prompts.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';
import { normalizeSearch } from '#web/lib/search/normalize-search.ts';
import { useFocusWhenOpened } from '#web/lib/react/use-focus-when-opened.ts';
import { useDebouncedValue } from '#web/lib/react/use-debounced-value.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { PromptMatches, type PromptSource } from './prompt-matches.tsx';
import { choiceOfPrompt } from './step-choice.ts';

interface AddPromptDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The steps so far, so that a prompt in the chain shows its step numbers. */
  readonly steps: readonly StepChoice[];
  /** The team of the chain, whose prompts are offered first. */
  readonly teamId: string | null;
  readonly onAdd: (step: StepChoice) => void;
}

const sources = [
  { value: 'mine', label: 'My Prompts' },
  { value: 'favourites', label: 'Favourites' },
] as const;
const teamSource = { value: 'team', label: 'Team' } as const;
const teamsSource = { value: 'teams', label: 'Teams' } as const;
const sharedSource = { value: 'shared', label: 'Shared' } as const;

/**
 * Returns the lists that are offered. A chain of a team has its prompts and the person's own: other
 * members may not read those of other teams, or of single people.
 */
function useSources(teamId: string | null) {
  const user = useUser();
  const enabled = teamId === null;
  const teams = useQuery({ ...teamsQuery(user.id), enabled });
  const hasShares = useQuery({ ...hasSharesQuery(user.id), enabled });
  if (teamId !== null) return [teamSource, ...sources];
  return [
    ...sources,
    ...((teams.data ?? []).length > 0 ? [teamsSource] : []),
    ...(hasShares.data === true ? [sharedSource] : []),
  ];
}

/** A searchable list of prompts to add. It stays open to add several. */
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

function Chooser({ steps, teamId, onAdd }: Omit<AddPromptDialogProps, 'open' | 'onOpenChange'>) {
  const [source, setSource] = useState<PromptSource>(teamId === null ? 'mine' : 'team');
  const [search, setSearch] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const options = useSources(teamId);
  const completions = useFilterCompletions(source === 'team' ? teamId : null);
  const debouncedSearch = useDebouncedValue(normalizeSearch(search));
  const box = useRef<HTMLInputElement>(null);

  useFocusWhenOpened(() => box.current);

  function add(prompt: PromptSummary) {
    onAdd(choiceOfPrompt(prompt));
    setAnnouncement(`${prompt.title} added as step ${steps.length + 1}`);
  }

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchBox
          ref={box}
          label="Search prompts"
          placeholder={messages.prompts.search}
          filters
          {...(source === 'teams' || source === 'shared' ? {} : { completions })}
          value={search}
          onChange={setSearch}
          className="min-w-0 flex-1 basis-64"
        />
        <Segmented
          label="Show"
          value={source}
          onChange={setSource}
          className="max-w-full min-w-0 overflow-x-auto max-sm:w-full"
          options={options.map((option) => ({
            ...option,
            className: 'whitespace-nowrap max-sm:px-1',
          }))}
        />
      </div>
      <div className="border-t border-hairline">
        <PromptMatches
          key={source}
          source={source}
          teamId={teamId}
          search={debouncedSearch}
          steps={steps}
          onAdd={add}
        />
      </div>
      <output className="sr-only">{announcement}</output>
    </>
  );
}

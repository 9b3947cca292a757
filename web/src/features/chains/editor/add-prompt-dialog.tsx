import { useRef, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { StepChoice } from '#web/data/chains/chain-values.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { normalizeSearch } from '#web/lib/search/parse-search.ts';
import { useFocusWhenOpened } from '#web/lib/react/use-focus-when-opened.ts';
import { useDebouncedValue } from '#web/lib/react/use-debounced-value.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { PromptMatches, type PromptSource } from './prompt-matches.tsx';
import { choiceOfPrompt } from './step-choice.ts';

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
  const [source, setSource] = useState<PromptSource>('mine');
  const [search, setSearch] = useState('');
  const [said, setSaid] = useState('');
  const settled = useDebouncedValue(normalizeSearch(search));
  const box = useRef<HTMLInputElement>(null);

  useFocusWhenOpened(() => box.current);

  function add(prompt: PromptSummary) {
    onAdd(choiceOfPrompt(prompt));
    setSaid(`${prompt.title} added as step ${steps.length + 1}`);
  }

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchBox
          ref={box}
          label="Search prompts"
          placeholder={messages.prompts.search}
          filters
          value={search}
          onChange={setSearch}
          className="min-w-0 flex-1 basis-64"
        />
        <Segmented label="Which prompts" value={source} onChange={setSource} options={sources} />
      </div>
      <div className="border-t border-hairline">
        <PromptMatches key={source} source={source} search={settled} steps={steps} onAdd={add} />
      </div>
      <output className="sr-only">{said}</output>
    </>
  );
}

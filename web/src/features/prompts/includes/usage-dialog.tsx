import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { includedTextsQuery } from '#web/data/prompts/included/included-texts.ts';
import type { PromptUsage, UsingPrompt } from '#web/data/prompts/prompt-usage.ts';
import { compareTexts } from '#web/lib/text/compare-texts.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { usageText } from '#web/lib/text/usage-text.ts';
import { resolveIncludes, type IncludedTexts } from '#templating/expand-includes.ts';
import { SideBySide } from '#web/ui/content/side-by-side.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { LoadingText, Skeleton } from '#web/ui/list/skeleton.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';

interface UsageDialogProps {
  readonly promptId: string;
  /** The new content of the prompt. */
  readonly content: string;
  readonly usage: PromptUsage;
  readonly onClose: () => void;
  readonly onSave: () => void;
}

/** The most prompts whose difference is shown; the first few are unfolded. */
const maxShown = 20;
const maxUnfolded = 3;

/** Shows what a save changes in each prompt that includes the saved one. */
export default function UsageDialog(props: UsageDialogProps) {
  const { promptId, content, usage, onClose, onSave } = props;
  const following = usage.prompts.filter(({ follows }) => follows);
  const chains = usage.chains.filter(({ follows }) => follows);
  const shown = following.slice(0, maxShown);
  const joined = [...shown.map((prompt) => prompt.content), content].join('\n');
  const { data: texts, isError } = useQuery(includedTextsQuery(joined));
  const after = useMemo(() => withContent(texts, promptId, content), [texts, promptId, content]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={usageText(usage)}
      description="Whatever includes this prompt follows its latest text, so saving changes it, too. Runs that have begun stay as they are."
      width="wide"
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" onClick={onSave}>
            Save everywhere
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-3">
        {shown.map((prompt, index) => (
          <li key={prompt.id}>
            {texts && after ? (
              <ChangedPrompt
                prompt={prompt}
                before={texts}
                after={after}
                isUnfolded={index < maxUnfolded}
              />
            ) : (
              <LoadingPrompt title={prompt.title} isFailed={isError} />
            )}
          </li>
        ))}
      </ul>
      {usage.prompt_count > shown.length ? (
        <p className="mt-3 text-sm text-ink-soft">
          {formatCount(usage.prompt_count - shown.length, 'other prompt')}, not compared here.
        </p>
      ) : null}
      {chains.length === 0 ? null : (
        <p className="mt-4 text-sm text-ink-soft">
          Chains: {chains.map(({ title }) => title).join(', ')}
        </p>
      )}
    </Dialog>
  );
}

/** Returns the included texts as they are after the save. */
function withContent(
  texts: IncludedTexts | undefined,
  id: string,
  content: string,
): IncludedTexts | null {
  const text = texts?.get(id);
  return texts && text ? new Map([...texts, [id, { ...text, content }]]) : (texts ?? null);
}

interface ChangedPromptProps {
  readonly prompt: UsingPrompt;
  readonly before: IncludedTexts;
  readonly after: IncludedTexts;
  readonly isUnfolded: boolean;
}

function ChangedPrompt({ prompt, before, after, isUnfolded }: ChangedPromptProps) {
  const [open, setOpen] = useState(isUnfolded);
  return (
    <section aria-label={prompt.title}>
      <h3>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center gap-1.5 py-1 text-left text-sm font-medium text-ink pointer-coarse:min-h-11"
        >
          {open ? <ChevronDown size={15} /> : <ChevronRight size={15} />}
          <span className="min-w-0 truncate">{prompt.title}</span>
        </button>
      </h3>
      {open ? <Difference content={prompt.content} before={before} after={after} /> : null}
    </section>
  );
}

interface DifferenceProps extends Pick<ChangedPromptProps, 'before' | 'after'> {
  readonly content: string;
}

function Difference({ content, before, after }: DifferenceProps) {
  const comparison = useMemo(
    () => compareTexts(resolveIncludes(content, before), resolveIncludes(content, after)),
    [content, before, after],
  );
  return <SideBySide comparison={comparison} beforeLabel="Now" afterLabel="After saving" mono />;
}

function LoadingPrompt(props: { readonly title: string; readonly isFailed: boolean }) {
  return (
    <>
      <p className="py-1 text-sm font-medium text-ink">{props.title}</p>
      {props.isFailed ? (
        <p className="text-sm text-ink-soft">The difference couldn't be loaded.</p>
      ) : (
        <div className="relative">
          <LoadingText>Loading the difference</LoadingText>
          <Skeleton className="h-20 w-full" />
        </div>
      )}
    </>
  );
}

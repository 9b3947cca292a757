import { useMemo } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { measureText } from '#web/lib/text/measure-text.ts';
import { useDebouncedValue } from '#web/lib/react/use-debounced-value.ts';
import { findVariableProblems } from '#web/lib/variables/variable-problems.ts';
import { EditingNow } from '#web/features/prompts/panel/editing-now.tsx';
import { Popover } from '#web/ui/overlay/overlays.tsx';

interface WriterFootProps {
  /** The prompt that is edited; null for a new one. */
  readonly promptId: string | null;
  readonly content: string;
  readonly draft: 'none' | 'saved' | 'failed';
}

const draftTexts = { saved: 'Draft saved', failed: 'Not saved' } as const;

/** Under the text: how long it is, what a variable lacks, whether the draft is stored, and who else edits it. */
export function WriterFoot({ promptId, content, draft }: WriterFootProps) {
  const debounced = useDebouncedValue(content, 300);
  const { words, characters, tokens } = useMemo(() => measureText(debounced), [debounced]);
  const problems = useMemo(() => findVariableProblems(debounced), [debounced]);
  const [first] = problems;
  return (
    <footer className="sticky bottom-(--shell-bottom) z-10 mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hairline bg-ground py-2.5 text-xs text-ink-quiet tabular-nums">
      <span>{formatCount(words, 'word')}</span>
      <span className="max-sm:hidden">{formatCount(characters, 'character')}</span>
      <Popover
        label="How tokens are counted"
        trigger={
          <button
            type="button"
            className="rounded-sm underline decoration-dotted underline-offset-3 hover:text-ink pointer-coarse:-my-[13px] pointer-coarse:py-[13px]"
          >
            About {formatCount(tokens, 'token')}
          </button>
        }
      >
        <p className="max-w-64 text-sm text-ink-soft">
          An estimate: one token for four Latin characters, for two of another alphabet, or for one
          Chinese, Japanese or Korean character. Each model counts a little differently.
        </p>
      </Popover>
      <output aria-live="polite" className="contents">
        {first ? (
          <span className="text-danger-ink">
            Line {debounced.slice(0, first.from).split('\n').length}: {first.message}
            {problems.length > 1 ? ` And ${formatCount(problems.length - 1, 'more', 'more')}.` : ''}
          </span>
        ) : null}
      </output>
      {promptId === null ? null : <EditingNow promptId={promptId} className="ml-auto" />}
      <output className="ml-auto empty:sr-only">
        {draft === 'none' ? null : (
          <>
            {draftTexts[draft]}
            <span className="max-sm:sr-only"> on this device</span>
          </>
        )}
      </output>
    </footer>
  );
}

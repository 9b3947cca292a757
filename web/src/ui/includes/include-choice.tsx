import { useId } from 'react';
import { usageText, usageTextOfMany } from '#web/lib/text/usage-text.ts';
import type { IncludeReplacement } from '#web/lib/variables/inline-includes.ts';

interface ChainUse {
  readonly title: string;
  /** Whether one of its steps is one of the prompts. */
  readonly has_step: boolean;
}

interface IncludeChoiceProps {
  /** How many prompts are to be deleted. */
  readonly count: number;
  /** Their uses; undefined while these are loading. */
  readonly usage:
    | {
        readonly used_count: number;
        readonly prompt_count: number;
        readonly prompts: readonly unknown[];
        readonly chain_count: number;
        readonly chains: readonly ChainUse[];
      }
    | undefined;
  /** Whether the person may change a text that includes them. */
  readonly canReplace: boolean;
  readonly choice: IncludeReplacement;
  readonly onChoice: (choice: IncludeReplacement) => void;
}

const choices = [
  {
    value: 'text',
    one: ['Put its text in', 'They keep the text, and no longer depend on this prompt.'],
    many: ['Put their texts in', 'They keep the texts, and no longer depend on these prompts.'],
  },
  {
    value: 'pin',
    one: [
      'Pin this version',
      'They keep the text by reference. The prompt stays in “Recently deleted” as long as they do.',
    ],
    many: [
      'Pin these versions',
      'They keep the texts by reference. The prompts stay in “Recently deleted” as long as they do.',
    ],
  },
] as const;

/** Says where prompts that are to be deleted are used, and asks what happens there. */
export function IncludeChoice(props: IncludeChoiceProps) {
  const { count, usage, canReplace, choice, onChoice } = props;
  const name = useId();
  if (!usage || usage.prompt_count + usage.chain_count === 0) return null;
  const isOne = count === 1;
  const chains = usage.chains.filter(({ has_step: hasStep }) => hasStep);
  return (
    <div className="mt-3">
      <p className="font-medium text-ink">
        {isOne ? usageText(usage) : usageTextOfMany(usage.used_count, usage)}.
      </p>
      {canReplace ? (
        <fieldset className="mt-2 flex flex-col gap-2">
          <legend className="mb-1">
            What happens to the texts that include {isOne ? 'it' : 'them'}?
          </legend>
          {choices.map(({ value, one, many }) => {
            const [label, note] = isOne ? one : many;
            return (
              <div key={value} className="flex items-start gap-2 pointer-coarse:min-h-11">
                <input
                  type="radio"
                  id={`${name}-${value}`}
                  name={name}
                  className="mt-1 accent-cue"
                  checked={choice === value}
                  onChange={() => onChoice(value)}
                  aria-describedby={`${name}-${value}-note`}
                />
                <div>
                  <label htmlFor={`${name}-${value}`} className="text-ink">
                    {label}
                  </label>
                  <p id={`${name}-${value}-note`} className="text-xs text-ink-quiet">
                    {note}
                  </p>
                </div>
              </div>
            );
          })}
        </fieldset>
      ) : (
        <p>{isOne || usage.used_count === 1 ? 'Its text' : 'Their texts'} will be missing there.</p>
      )}
      {canReplace && usage.prompt_count > usage.prompts.length ? (
        <p className="mt-2">
          Only the first {usage.prompts.length} prompts can be changed together. The others will
          miss the text.
        </p>
      ) : null}
      {canReplace && chains.length > 0 ? (
        <p className="mt-2">
          Steps of chains with {isOne ? 'this prompt' : 'these prompts'} will be empty:{' '}
          {chains.map(({ title }) => title).join(', ')}
        </p>
      ) : null}
    </div>
  );
}

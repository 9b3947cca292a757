import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { includedTextsQuery } from '#web/data/prompts/included-texts.ts';
import {
  deleteIncludedPrompt,
  promptUsageQuery,
  undoDeleteIncluded,
  type UsingPrompt,
} from '#web/data/prompts/prompt-usage.ts';
import { inlineIncludes, pinReferences } from '#web/lib/variables/inline-includes.ts';
import { usageText } from './usage-text.ts';

/** Deletes a prompt and changes those that include it. Resolves to what undoes it. */
export type DeletionPlan = () => Promise<() => Promise<unknown>>;

interface IncludeChoiceProps {
  readonly prompt: { readonly id: string; readonly title: string };
  /** Receives what to do instead of a plain deletion; null for that. */
  readonly onPlan: (plan: DeletionPlan | null) => void;
}

type Choice = 'text' | 'pin';

const choices: readonly (readonly [Choice, string, string])[] = [
  ['text', 'Put its text in', 'They keep the text, and no longer depend on this prompt.'],
  [
    'pin',
    'Pin this version',
    'They keep the text by reference. The prompt stays in “Recently deleted” as long as they do.',
  ],
];

/** Asks what happens to the prompts that include a prompt that is to be deleted. */
export default function IncludeChoice({ prompt, onPlan }: IncludeChoiceProps) {
  const { id, title } = prompt;
  const name = useId();
  const client = useQueryClient();
  const [choice, setChoice] = useState<Choice>('text');
  const { data: usage } = useQuery(promptUsageQuery(id));
  const { mutateAsync: remove } = useMutation(deleteIncludedPrompt);
  const { mutateAsync: restore } = useMutation(undoDeleteIncluded);
  const isUsed = usage?.prompts.some((each) => each.is_direct && each.may_edit) ?? false;

  useEffect(() => {
    if (!usage || !isUsed) return;
    const including = usage.prompts.filter((each) => each.is_direct && each.may_edit);
    onPlan(async () => {
      const deletion = await remove({
        id,
        changes: await changesFor(client, id, including, choice),
        changeDescription:
          choice === 'text'
            ? `Put in the text of “${title.slice(0, 300)}”`
            : `Pinned “${title.slice(0, 300)}”`,
      });
      return () => restore(deletion);
    });
    return () => onPlan(null);
  }, [choice, client, id, isUsed, onPlan, remove, restore, title, usage]);

  if (!usage || usage.prompt_count + usage.chain_count === 0) return null;
  return (
    <div className="mt-3">
      <p className="font-medium text-ink">{usageText(usage)}.</p>
      {isUsed ? (
        <fieldset className="mt-2 flex flex-col gap-2">
          <legend className="mb-1">What happens to the prompts that include it?</legend>
          {choices.map(([value, label, note]) => (
            <div key={value} className="flex items-start gap-2 pointer-coarse:min-h-11">
              <input
                type="radio"
                id={`${name}-${value}`}
                name={name}
                className="mt-1 accent-cue"
                checked={choice === value}
                onChange={() => setChoice(value)}
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
          ))}
        </fieldset>
      ) : (
        <p>Its text will be missing there.</p>
      )}
      {isUsed && usage.chain_count > 0 ? (
        <p className="mt-2">Chains that use it themselves will miss its text.</p>
      ) : null}
    </div>
  );
}

/** Returns the new contents of the prompts that change. */
async function changesFor(
  client: QueryClient,
  id: string,
  including: readonly UsingPrompt[],
  choice: Choice,
) {
  const joined = including.map(({ content }) => content).join('\n');
  const texts = await client.fetchQuery({ ...includedTextsQuery(joined), staleTime: 0 });
  const version = texts.get(id)?.version ?? null;
  return including
    .map(({ id: promptId, version: base, content }) => ({
      id: promptId,
      version: base,
      content:
        choice === 'pin' && version !== null
          ? pinReferences(content, id, version)
          : inlineIncludes(content, id, texts),
    }))
    .filter(({ content }, index) => content !== including[index]?.content);
}

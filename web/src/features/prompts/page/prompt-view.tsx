import { Copy } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { findVariables, type Variable } from '#web/lib/variables/variables.ts';
import { Button } from '#web/ui/form/button.tsx';
import { VariableText } from '#web/ui/content/variable-text.tsx';
import { PromptMeta } from './prompt-meta.tsx';
import type { PromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';

interface PromptViewProps {
  readonly prompt: PromptDetail;
  readonly actions: PromptActions;
  /** Returns the route of a prompt. */
  readonly toPrompt: (id: string) => string;
}

/** Memoised, since a long prompt renders thousands of elements. */
const PromptText = memo(VariableText);

/** A prompt to read: facts, description, text, tags. */
export function PromptView({ prompt, actions, toPrompt }: PromptViewProps) {
  const variables = useMemo(() => findVariables(prompt.content), [prompt.content]);
  return (
    <article className="max-w-[760px]">
      <PromptMeta prompt={prompt} toPrompt={toPrompt} />
      {prompt.description === '' ? null : (
        <p className="mt-5 max-w-[65ch] whitespace-pre-wrap text-ink-soft [unicode-bidi:plaintext]">
          {prompt.description}
        </p>
      )}
      <section
        aria-label="Prompt"
        className="mt-6 overflow-hidden rounded-lg border border-hairline bg-surface"
      >
        <div className="flex flex-wrap items-center justify-end gap-2 border-b border-hairline px-4 py-2 max-sm:px-3">
          {variables.length > 0 ? (
            <p className="min-w-0 flex-1 text-xs break-words text-ink-quiet max-sm:basis-full max-sm:px-1 max-sm:pt-1">
              Variables: {listNames(variables)}
            </p>
          ) : null}
          {variables.length > 0 ? (
            <Button
              size="small"
              variant="quiet"
              className="max-sm:mr-auto"
              onClick={() => actions.copyPlain(prompt)}
            >
              Copy without filling in
            </Button>
          ) : null}
          <Button
            size="small"
            variant="primary"
            className="max-[359px]:w-full"
            icon={<Copy size={15} aria-hidden="true" />}
            onClick={() => actions.copy(prompt)}
          >
            {variables.length > 0 ? 'Fill in and copy' : 'Copy'}
          </Button>
        </div>
        <p className="prompt-text px-4 py-4 sm:px-6 sm:py-5">
          <PromptText text={prompt.content} />
        </p>
      </section>
      {prompt.tags.length === 0 ? null : (
        <ul aria-label="Tagged" className="mt-5 flex flex-wrap gap-1.5">
          {prompt.tags.map((tag) => (
            <li
              key={tag}
              className="max-w-full truncate rounded-sm bg-sunken px-2 py-0.5 text-sm text-ink-soft"
            >
              {tag}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

const maxNames = 12;

function listNames(variables: readonly Variable[]): string {
  const names = variables.slice(0, maxNames).map(({ name }) => name);
  const more = variables.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : '');
}

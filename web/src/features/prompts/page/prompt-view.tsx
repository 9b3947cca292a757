import { memo, useDeferredValue } from 'react';
import type { IncludedTexts } from '#templating/expand-includes.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { IncludedContent } from '#web/ui/content/included-content.tsx';
import { copyWithSyntax } from '#web/ui/content/variable-text.tsx';

interface PromptViewProps {
  readonly prompt: PromptDetail;
  /** The texts that it includes; null while they are loading. */
  readonly texts: IncludedTexts | null;
  /** Returns the route of a prompt. */
  readonly toPrompt: (id: string) => string;
  /** Values by variable name, which the text shows. */
  readonly values: Readonly<Record<string, string>>;
}

/** Memoised, since a long prompt renders thousands of elements. */
const PromptText = memo(IncludedContent);

/** A prompt to read: its description and its text. */
export function PromptView({ prompt, texts, toPrompt, values }: PromptViewProps) {
  // Typing in a field must not wait for a long text.
  const shown = useDeferredValue(values);
  return (
    <article>
      {prompt.description === '' ? null : (
        <div dir="auto">
          <p className="mb-5 max-w-[65ch] whitespace-pre-wrap text-ink-soft [unicode-bidi:plaintext]">
            {prompt.description}
          </p>
        </div>
      )}
      <section
        aria-label="Prompt"
        className="overflow-hidden rounded-lg border border-hairline bg-surface"
      >
        <p className="prompt-text max-w-none px-4 py-4 sm:px-6 sm:py-5" onCopy={copyWithSyntax}>
          <PromptText
            content={prompt.content}
            texts={texts}
            toPrompt={toPrompt}
            values={shown}
            named
          />
        </p>
      </section>
    </article>
  );
}

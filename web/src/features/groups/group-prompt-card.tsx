import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { Marked, MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { VariableText } from '#web/ui/content/variable-text.tsx';

/** A prompt of a group: 180 px high, with three lines of content, its date and its version. */
export function GroupPromptCard(props: {
  readonly prompt: PromptSummary;
  /** The card is a search result: it marks the matches instead of the variables. */
  readonly searched: boolean;
  readonly actions: ReactNode;
}) {
  const { prompt, searched, actions } = props;
  return (
    <li
      data-row
      className="cue-line group/row relative flex h-[180px] flex-col overflow-hidden rounded-lg border border-hairline bg-surface p-4 transition-colors hover:bg-hover"
    >
      <div className="flex h-7 items-center gap-2.5">
        <PromptIcon icon={prompt.icon} className="size-7 text-base" />
        <h2 className="min-w-0 flex-1 truncate text-base font-medium text-ink">
          <Link
            to={routes.libraryPrompt(prompt.id)}
            dir="auto"
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-cue"
          >
            <Marked text={prompt.title} />
          </Link>
        </h2>
        <div className="relative z-10 -mr-2 shrink-0">{actions}</div>
      </div>
      <p className="mt-2 line-clamp-3 font-mono text-sm leading-[1.6] break-words text-ink-soft">
        {searched ? (
          <MarkedExcerpt description="" preview={prompt.preview} excerpt={prompt.excerpt} />
        ) : (
          <VariableText text={prompt.preview} />
        )}
      </p>
      <p className="mt-auto flex justify-between gap-4 pt-2 text-xs text-ink-quiet">
        <time dateTime={prompt.createdAt}>
          Created{' '}
          {new Date(prompt.createdAt).toLocaleDateString('en-GB', {
            day: 'numeric',
            month: 'long',
            year: 'numeric',
          })}
        </time>
        <span>Version {prompt.version}</span>
      </p>
    </li>
  );
}

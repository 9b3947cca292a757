import { longDate } from '#web/lib/text/relative-time.ts';
import type { ReactNode } from 'react';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { Marked, MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { PreviewText } from '#web/ui/content/preview-text.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { Card } from '#web/ui/list/card.tsx';

/** A prompt of a group: 180 px high, with three lines of content, its date and its version. */
export function GroupPromptCard(props: {
  readonly prompt: PromptSummary;
  readonly to: string;
  /** The card is a search result: it marks the matches instead of the variables. */
  readonly searched: boolean;
  readonly actions: ReactNode;
}) {
  const { prompt, to, searched, actions } = props;
  return (
    <Card
      heading="h2"
      // Below a title of two lines, three lines of content would be cut.
      className="h-[180px] overflow-hidden max-sm:[&_h2_a]:line-clamp-1"
      icon={<PromptIcon icon={prompt.icon} title={prompt.title} groupId={prompt.groupId} small />}
      title={<Marked text={prompt.title} />}
      to={to}
      actions={actions}
      footer={
        <>
          <time dateTime={prompt.createdAt} className="flex-1">
            Created {longDate(new Date(prompt.createdAt))}
          </time>
          <span>Version {prompt.version}</span>
        </>
      }
    >
      <p
        dir="auto"
        className="excerpt mt-2 line-clamp-3 font-mono text-sm leading-[1.6] break-words text-ink-soft"
      >
        {searched ? (
          <MarkedExcerpt description="" preview={prompt.preview} excerpt={prompt.excerpt} />
        ) : (
          <PreviewText text={prompt.preview} />
        )}
      </p>
    </Card>
  );
}

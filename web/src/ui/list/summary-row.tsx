import { Braces, Folder, Globe } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { variableCountOf } from '#web/lib/variables/variable-count.ts';
import { Marked, MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { Column, ListRow } from './list-row.tsx';

/** The parts of a prompt that a row shows. */
interface RowSummary {
  readonly title: string;
  readonly icon: string | null;
  readonly groupId?: string | null;
  readonly groupName?: string | null;
  readonly isPublic?: boolean;
  readonly description: string;
  readonly preview: string;
  readonly excerpt?: string | undefined;
  readonly tags: readonly string[];
  /** Null: only the preview is loaded, with the number of variables. */
  readonly content: string | null;
  readonly variableCount?: number;
  readonly lastUsedAt: string | null;
  readonly updatedAt: string;
}

interface SummaryRowProps extends Pick<
  ComponentProps<typeof ListRow>,
  'view' | 'to' | 'link' | 'actions'
> {
  readonly prompt: RowSummary;
  /** Replaces the icon. */
  readonly icon?: ReactNode;
}

/** A prompt as a row: icon, title and preview, then tags, number of variables and last use. */
export function SummaryRow({ prompt, icon, ...row }: SummaryRowProps) {
  const { title, groupId = null, groupName = null } = prompt;
  return (
    <ListRow
      {...row}
      icon={icon ?? <PromptIcon icon={prompt.icon} title={title} groupId={groupId} small />}
      title={<Marked text={title} />}
      marks={
        prompt.isPublic ? (
          <span data-tooltip="Public" className="shrink-0 text-ink-quiet">
            <Globe size={13} />
            <span className="sr-only">Public</span>
          </span>
        ) : null
      }
      preview={
        <>
          {row.view === 'roomy' && groupName !== null ? <GroupName name={groupName} /> : null}
          <MarkedExcerpt
            description={prompt.description}
            preview={prompt.preview}
            excerpt={prompt.excerpt}
          />
        </>
      }
      columns={
        <>
          <TagsColumn tags={prompt.tags} />
          <VariablesColumn count={variableCountOf(prompt)} />
          <TimeColumn prompt={prompt} />
        </>
      }
    />
  );
}

const shownTags = 2;

/** The first two tags, and the number of the others. */
export function TagsColumn({ tags }: { readonly tags: readonly string[] }) {
  const more = tags.length - shownTags;
  return (
    <Column size="tags">
      {tags.slice(0, shownTags).map((tag) => (
        <span key={tag} dir="auto" className="min-w-0 truncate">
          #<Marked text={tag} />
        </span>
      ))}
      {more > 0 ? <span className="shrink-0">+{more}</span> : null}
    </Column>
  );
}

/** The number of variables, if there are any. */
export function VariablesColumn({ count }: { readonly count: number }) {
  return (
    <Column size="narrow">
      {count > 0 ? (
        <span data-tooltip={formatCount(count, 'variable')} className="flex items-center gap-1">
          <Braces size={13} />
          <span aria-hidden="true" className="tabular-nums">
            {count}
          </span>
          <span className="sr-only">{formatCount(count, 'variable')}</span>
        </span>
      ) : null}
    </Column>
  );
}

/** When the prompt was last used, else last updated. */
function TimeColumn({ prompt: { lastUsedAt, updatedAt } }: { readonly prompt: RowSummary }) {
  return (
    <Column size="time">
      {lastUsedAt === null && !updatedAt ? (
        'Recently added'
      ) : (
        <span className="truncate">
          {/* Narrow columns leave out the verb, except for screen readers. */}
          <span className="sr-only @6xl:not-sr-only">
            {lastUsedAt === null ? 'Last updated ' : 'Last used '}
          </span>
          <RelativeTime at={lastUsedAt ?? updatedAt} />
        </span>
      )}
    </Column>
  );
}

function GroupName({ name }: { readonly name: string }) {
  return (
    <span className="mr-2 inline-flex max-w-40 items-center gap-1 align-bottom text-ink-soft">
      <Folder size={13} className="shrink-0" />
      <span className="truncate">{name}</span>
    </span>
  );
}

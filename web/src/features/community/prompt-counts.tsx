import { GitFork, MessageSquare, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';

interface PromptCountsProps {
  readonly favorites: number;
  readonly forks: number;
  readonly comments: number;
}

/** The numbers of favourites, forks and comments of a prompt. */
export function PromptCounts({ favorites, forks, comments }: PromptCountsProps) {
  return (
    <span className="inline-flex shrink-0 items-center gap-3 tabular-nums">
      <Count value={favorites} noun="favourite" icon={<Star size={14} />} />
      <Count value={forks} noun="fork" icon={<GitFork size={14} />} />
      <Count value={comments} noun="comment" icon={<MessageSquare size={14} />} />
    </span>
  );
}

function Count(props: { readonly value: number; readonly noun: string; readonly icon: ReactNode }) {
  const { value, noun, icon } = props;
  const text = formatCount(value, noun);
  return (
    <span data-tooltip={text} className="inline-flex items-center gap-1">
      {icon}
      <span aria-hidden="true">{value.toLocaleString('en-GB')}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

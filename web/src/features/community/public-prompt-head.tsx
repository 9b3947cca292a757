import type { ReactNode } from 'react';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { AuthorLine, type AuthorLineProps } from './author-line.tsx';
import { PromptCounts } from './prompt-counts.tsx';

interface PublicPromptHeadProps {
  readonly prompt: {
    readonly title: string;
    readonly icon: string | null;
    readonly description: string;
    readonly updatedAt: string;
    readonly favoritesCount: number;
    readonly forksCount: number;
    readonly commentsCount: number;
  };
  readonly author: AuthorLineProps;
  /** Buttons below. */
  readonly children?: ReactNode;
}

/** The top of a public prompt's page: its title, description, author and counts. */
export function PublicPromptHead({ prompt, author, children }: PublicPromptHeadProps) {
  return (
    <header className="flex max-w-[760px] flex-col gap-4">
      <h1
        dir="auto"
        className="flex items-start gap-3 font-serif text-3xl font-medium tracking-[-0.01em] text-ink"
      >
        <PromptIcon icon={prompt.icon} title={prompt.title} className="mt-px" />
        <span className="min-w-0 break-words">{prompt.title}</span>
      </h1>
      {prompt.description === '' ? null : (
        <p dir="auto" className="text-lg break-words whitespace-pre-line text-ink-soft">
          {prompt.description}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-quiet">
        <AuthorLine {...author} />
        <span>
          Updated <RelativeTime at={prompt.updatedAt} />
        </span>
        <PromptCounts
          favorites={prompt.favoritesCount}
          forks={prompt.forksCount}
          comments={prompt.commentsCount}
        />
      </div>
      {children}
    </header>
  );
}

interface PublicPromptBadgesProps {
  readonly category: string | null;
  readonly tags: readonly string[];
}

/** The category and tags of a public prompt; nothing if it has none. */
export function PublicPromptBadges({ category, tags }: PublicPromptBadgesProps) {
  if (category === null && tags.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-1.5">
      {category === null ? null : <Badge>{category}</Badge>}
      {tags.map((tag) => (
        <Badge key={tag}>#{tag}</Badge>
      ))}
    </p>
  );
}

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { profileQuery } from '#web/data/account/profiles.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { AuthorLine } from '#web/features/community/author-line.tsx';
import { PublicMenu } from '#web/features/moderation/public-menu.tsx';
import { useModeration } from '#web/features/moderation/use-moderation.tsx';

const CommentsSection = lazy(() => import('#web/features/comments/comments-section.tsx'));

interface PublicParts {
  /** Actions for readers who aren't the owner. */
  readonly menu: ReactNode;
  readonly author: ReactNode;
  readonly comments: ReactNode;
  /** Must be rendered once. */
  readonly dialogs: ReactNode;
}

/**
 * Returns the parts that only public prompts have, beside their text. Private prompts and templates
 * have none.
 */
export function usePublicParts(prompt: PromptDetail, mine: boolean): PublicParts {
  const { moderation, moderationDialogs } = useModeration();
  const shown = prompt.isPublic && prompt.deletedAt === null && !prompt.isTemplate;
  const foreign = shown && !mine;
  const { data: author } = useQuery({ ...profileQuery(prompt.userId), enabled: foreign });

  const menu = foreign ? (
    <PublicMenu
      label="More actions"
      onReport={() => moderation.report({ promptId: prompt.id, commentId: null })}
      onHide={() => author && moderation.hide(author)}
    />
  ) : null;

  const authorLine = foreign ? (
    <div className="mb-4 flex min-h-6 text-sm text-ink-quiet">
      {author ? (
        <AuthorLine id={author.id} name={author.fullName} avatarUrl={author.avatarUrl} />
      ) : null}
    </div>
  ) : null;

  const comments = shown ? (
    <Suspense fallback={null}>
      <CommentsSection
        promptId={prompt.id}
        count={prompt.commentsCount}
        ownsPrompt={mine}
        renderAuthor={({ id, fullName, avatarUrl }) => (
          <AuthorLine id={id} name={fullName} avatarUrl={avatarUrl} />
        )}
        onReport={({ id }) => moderation.report({ promptId: prompt.id, commentId: id })}
        onHide={moderation.hide}
      />
    </Suspense>
  ) : null;

  return { menu, author: authorLine, comments, dialogs: moderationDialogs };
}

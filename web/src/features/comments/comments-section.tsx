import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addComment, commentsQuery, type Comment } from '#web/data/community/comments.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useUser } from '#web/data/session/session.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadMore } from '#web/ui/list/load-more.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentRow } from './comment-row.tsx';

export interface CommentsSectionProps {
  readonly promptId: string;
  /** The number of all comments, including those of authors that the reader hid. */
  readonly count: number;
  /** The reader owns the prompt and may remove any comment. */
  readonly ownsPrompt: boolean;
  readonly renderAuthor: (author: Comment['author']) => ReactNode;
  readonly onReport: (comment: Comment) => void;
  readonly onHide: (author: Comment['author']) => void;
}

/** The comments on a public prompt, newest first, below a form to add one. */
export default function CommentsSection(props: CommentsSectionProps) {
  const { promptId, count } = props;
  return (
    <section
      aria-labelledby="comments"
      className={cx('mt-10 max-w-[760px]', count === 0 && 'print:hidden')}
    >
      <h2 id="comments" className="mb-4 font-serif text-xl font-medium text-ink">
        {count === 0 ? 'Comments' : formatCount(count, 'comment')}
      </h2>
      <CommentForm
        label="Add a comment"
        submitLabel="Comment"
        draftOf={promptId}
        options={addComment(promptId)}
        inputOf={(body, id) => ({ id, body })}
      />
      <CommentList {...props} />
    </section>
  );
}

function CommentList(props: CommentsSectionProps) {
  const { promptId, count, ownsPrompt, renderAuthor, onReport, onHide } = props;
  const user = useUser();
  const list = useInfiniteQuery(commentsQuery(promptId));
  if (list.isPending) {
    return (
      <div className="mt-6 flex flex-col gap-3">
        <output className="sr-only">Loading comments</output>
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-12 w-full" />
      </div>
    );
  }
  if (!list.data) {
    return <ErrorState title="The comments could not be loaded" {...failureOf(list)} />;
  }
  if (list.data.length === 0) {
    return (
      <p className="mt-6 text-sm text-ink-quiet">
        {count === 0 ? 'No comments yet.' : 'All comments are by authors you hid.'}
      </p>
    );
  }
  return (
    <>
      <ul aria-label="Comments" className="mt-6">
        {list.data.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            promptId={promptId}
            isOwn={comment.author.id === user.id}
            canRemove={ownsPrompt}
            author={renderAuthor(comment.author)}
            onReport={() => onReport(comment)}
            onHide={() => onHide(comment.author)}
          />
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}

import { useMutation } from '@tanstack/react-query';
import { EyeOff, Flag, Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { editComment, removeComment, type Comment } from '#web/data/community/comments.ts';
import { ConfirmDialog, Menu } from '#web/ui/overlay/overlays.tsx';
import { MarkdownText } from '#web/ui/content/markdown-text.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { CommentForm } from './comment-form.tsx';

interface CommentRowProps {
  readonly comment: Comment;
  readonly promptId: string;
  /** The reader wrote the comment. */
  readonly isOwn: boolean;
  /** The reader owns the prompt. */
  readonly canRemove: boolean;
  readonly author: ReactNode;
  readonly onReport: () => void;
  readonly onHide: () => void;
}

/** A comment with its actions. */
export function CommentRow(props: CommentRowProps) {
  const { comment, promptId, isOwn, canRemove, author, onReport, onHide } = props;
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { mutateAsync: remove } = useMutation(removeComment(promptId));

  const items = [
    ...(isOwn
      ? [{ label: 'Edit', icon: Pencil, onSelect: () => setEditing(true) }]
      : [
          { label: 'Report', icon: Flag, onSelect: onReport },
          { label: 'Hide author', icon: EyeOff, onSelect: onHide },
        ]),
    ...(isOwn || canRemove
      ? [
          {
            label: isOwn ? 'Delete' : 'Remove',
            icon: Trash2,
            danger: true,
            onSelect: () => setRemoving(true),
          },
        ]
      : []),
  ];

  return (
    <li className="border-t border-hairline py-4">
      <div className="flex items-center gap-2 text-sm text-ink-quiet">
        {author}
        <span aria-hidden="true">·</span>
        <span className="shrink-0">
          <RelativeTime at={comment.createdAt} />
          {comment.edited ? ', edited' : ''}
          {comment.imported ? ', imported' : ''}
        </span>
        <span className="ml-auto">
          <Menu trigger={<MoreButton label="Comment actions" />} items={items} />
        </span>
      </div>
      <div className="mt-1.5 pl-8 text-base text-ink">
        {editing ? (
          <CommentForm
            label="Edit your comment"
            submitLabel="Save"
            draftOf={comment.id}
            start={comment.body}
            options={editComment(promptId)}
            inputOf={(body) => ({ id: comment.id, body })}
            onDone={() => setEditing(false)}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <MarkdownText text={comment.body} />
        )}
      </div>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={isOwn ? 'Delete your comment' : 'Remove this comment'}
        description="It will be permanently removed for everyone."
        confirmLabel={isOwn ? 'Delete' : 'Remove'}
        danger
        onConfirm={async () => {
          await remove(comment.id);
        }}
      />
    </li>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import {
  hiddenAuthorsQuery,
  unhideAuthor,
  type HiddenAuthor,
} from '#web/data/community/moderation.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useUser } from '#web/data/session/session.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

/** The authors that the user has hidden, each with a button to unhide them. */
export function HiddenAuthors() {
  const user = useUser();
  const hidden = useQuery(hiddenAuthorsQuery(user.id));
  if (hidden.isPending) return <Skeleton className="h-9 w-full" />;
  if (!hidden.data) {
    return <ErrorState title="Couldn't load your hidden authors" {...failureOf(hidden)} />;
  }
  if (hidden.data.length === 0) {
    return <p className="min-h-9 text-sm text-ink-quiet">No hidden authors.</p>;
  }
  return (
    <ul aria-label="Hidden authors" className="flex flex-col gap-2">
      {hidden.data.map((author) => (
        <HiddenAuthorRow key={author.id} author={author} />
      ))}
    </ul>
  );
}

function HiddenAuthorRow({ author }: { readonly author: HiddenAuthor }) {
  const user = useUser();
  const unhide = useMutation({
    ...unhideAuthor(user.id),
    onError: (reason) => toast.error(toDataError(reason).message),
  });
  const name = author.fullName || messages.community.anonymous;
  return (
    <li className="flex min-h-9 items-center gap-3 text-sm">
      <span className="min-w-0 flex-1 truncate text-ink">{name}</span>
      <span className="shrink-0 text-xs text-ink-quiet">
        <RelativeTime at={author.hiddenAt} />
      </span>
      <Button
        size="small"
        aria-label={`Unhide ${name}`}
        busy={unhide.isPending}
        onClick={() => unhide.mutate(author.id)}
      >
        Unhide
      </Button>
    </li>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, GitFork, GitPullRequestArrow } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { routes, signInThen } from '#contract/routes.ts';
import { sharedPromptQuery, type SharedPrompt } from '#web/data/community/community.ts';
import { resolveContent, useIncludedTexts } from '#web/data/prompts/included/included-texts.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { writeClipboard } from '#web/lib/react/write-clipboard.ts';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingText, Skeleton } from '#web/ui/list/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { IncludedContent } from '#web/ui/content/included-content.tsx';
import { PublicPromptBadges, PublicPromptHead } from './public-prompt-head.tsx';

interface SharedPromptViewProps {
  readonly id: string;
  /** Opens the fork panel; null if no user is signed in. */
  readonly onFork: ((prompt: SharedPrompt) => void) | null;
  /** Opens the form to suggest an edit; null if no user is signed in. */
  readonly onSuggest: (() => void) | null;
  /** The signed-in user, who can't suggest edits of their own prompts. */
  readonly userId: string | null;
  /** Below the prompt. */
  readonly children: ReactNode;
}

/** The public page of a shared prompt: read, copy and, when signed in, fork it. */
export function SharedPromptView(props: SharedPromptViewProps) {
  const { id, onFork, onSuggest, userId, children } = props;
  const prompt = useQuery(sharedPromptQuery(id));
  usePageTitle(prompt.data?.title ?? (prompt.isPending ? null : messages.prompts.notFound));
  if (prompt.isPending) return <SharedPromptSkeleton />;
  if (!prompt.data) {
    const { status, message } = toDataError(prompt.error);
    return (
      <>
        <h1 className="sr-only">Shared prompt</h1>
        {status === 404 ? (
          <ErrorState
            title={messages.prompts.notFound}
            message="It may have been deleted, or it's no longer public."
            action={<ButtonLink to={routes.landing}>Go home</ButtonLink>}
          />
        ) : (
          <ErrorState
            title={messages.prompts.openFailed}
            message={message}
            onRetry={() => void prompt.refetch()}
          />
        )}
      </>
    );
  }
  const { data } = prompt;
  const icon = <GitFork size={17} />;
  const fork = onFork ? (
    <Button variant="primary" icon={icon} onClick={() => onFork(data)}>
      Fork Prompt
    </Button>
  ) : (
    <ButtonLink to={signInThen(`${routes.sharedPrompt(id)}?fork`)} variant="primary" icon={icon}>
      {messages.community.signInToFork}
    </ButtonLink>
  );
  return (
    <>
      <SharedPromptPage
        prompt={data}
        fork={fork}
        onSuggest={data.author.id === userId ? null : onSuggest}
      />
      {children}
    </>
  );
}

interface SharedPromptPageProps extends Pick<SharedPromptViewProps, 'onSuggest'> {
  readonly prompt: SharedPrompt;
  readonly fork: ReactNode;
}

function SharedPromptPage({ prompt, fork, onSuggest }: SharedPromptPageProps) {
  const client = useQueryClient();
  const texts = useIncludedTexts(prompt.content);
  const { author } = prompt;
  async function copy() {
    try {
      const { content } = prompt;
      await writeClipboard(content.includes('{{>') ? resolveContent(client, content) : content);
      toast.success(messages.prompts.copied);
    } catch {
      toast.error(messages.prompts.copyFailed);
    }
  }
  return (
    <article className="flex flex-col gap-6">
      <PublicPromptHead
        prompt={prompt}
        author={{ id: author.id, name: author.fullName, avatarUrl: author.avatarUrl }}
      >
        <div className="flex flex-wrap gap-2">
          {fork}
          <Button icon={<Copy size={16} />} onClick={() => void copy()}>
            Copy
          </Button>
          {onSuggest ? (
            <Button icon={<GitPullRequestArrow size={16} />} onClick={onSuggest}>
              Suggest an edit
            </Button>
          ) : null}
        </div>
      </PublicPromptHead>
      <div className="rounded-lg border border-hairline bg-surface p-5 sm:p-6">
        <p className="prompt-text text-ink">
          <IncludedContent content={prompt.content} texts={texts} toPrompt={routes.sharedPrompt} />
        </p>
      </div>
      <PublicPromptBadges category={prompt.category} tags={prompt.tags} />
    </article>
  );
}

function SharedPromptSkeleton() {
  return (
    <div className="relative flex flex-col gap-5">
      <LoadingText>Loading prompt</LoadingText>
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="h-4 w-1/3" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { accessTokensQuery } from '#web/data/account/access-tokens.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { Section } from '../section.tsx';
import { ConnectedApps } from './connected-apps.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenRow } from './token-row.tsx';

/** Lists and revokes connected apps; creates and revokes personal access tokens. */
export function TokensSection({ userId }: { readonly userId: string }) {
  const [isCreating, setIsCreating] = useState(false);
  const tokens = useQuery(accessTokensQuery(userId));

  return (
    <Section
      title="Connected apps and tokens"
      text="Programs that use your prompts: scripts, editors, assistants."
    >
      <p className="mb-5 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link to={routes.connect} className={textLinkClass}>
          Connect an assistant or editor
        </Link>
        <Link to={routes.webhooks} className={textLinkClass}>
          Webhooks
        </Link>
      </p>
      <ConnectedApps userId={userId} />
      {tokens.isPending ? (
        <SkeletonRows count={1} label="Loading tokens..." rowClassName="h-11" />
      ) : null}
      {tokens.isError ? (
        <ErrorState title="Couldn't load your tokens" {...failureOf(tokens)} />
      ) : null}
      {tokens.data?.length === 0 ? (
        <p className="min-h-11 text-sm text-ink-soft">
          No tokens yet. A program signs in with a token instead of your password, and can do only
          what you allow it. Apps that can ask you for access need none.
        </p>
      ) : null}
      {tokens.data && tokens.data.length > 0 ? (
        <ul aria-label="Access tokens">
          {tokens.data.map((token) => (
            <TokenRow key={token.id} userId={userId} token={token} />
          ))}
        </ul>
      ) : null}
      <Button className="mt-5" onClick={() => setIsCreating(true)}>
        Create a token
      </Button>
      <NewTokenDialog userId={userId} open={isCreating} onOpenChange={setIsCreating} />
    </Section>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import {
  accessTokensQuery,
  revokeAccessToken,
  type AccessToken,
} from '#web/data/account/access-tokens.ts';
import { longDate } from '#web/lib/text/relative-time.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';
import { describeScopes } from '#web/data/account/token-scopes.ts';

interface TokenRowProps {
  readonly userId: string;
  readonly token: AccessToken;
}

/** A personal access token, with a button to revoke it. */
export function TokenRow({ userId, token }: TokenRowProps) {
  const client = useQueryClient();
  const { id, name, scopes, groupName, teamName, lastUsedAt, expiresAt, isExpired } = token;
  const limit = groupName ?? teamName;

  async function revoke() {
    await revokeAccessToken(id);
    await client.invalidateQueries(accessTokensQuery(userId));
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline py-3 first:pt-0">
      <KeyRound size={20} strokeWidth={1.75} className="text-ink-quiet" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium break-words">
          <span className="min-w-0">{name}</span>
          {isExpired ? <Badge>Expired</Badge> : null}
        </p>
        <p className="text-xs break-words text-ink-quiet">
          {describeScopes(scopes)}
          {limit === null ? null : ` · only in ${limit}`} · ends in{' '}
          <span className="font-mono">{token.lastCharacters}</span>
        </p>
        <p className="text-xs break-words text-ink-quiet">
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Last used <RelativeTime at={lastUsedAt} />
            </>
          )}
          {expiresAt === null
            ? ' · never expires'
            : ` · ${isExpired ? 'expired' : 'expires'} on ${longDate(new Date(expiresAt))}`}
        </p>
      </div>
      <ConfirmButton
        action="Revoke"
        target={name}
        description="Programs that use it lose access at once. This can't be undone."
        onConfirm={revoke}
      />
    </li>
  );
}

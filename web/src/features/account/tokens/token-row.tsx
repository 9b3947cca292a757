import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import {
  accessTokensQuery,
  revokeAccessToken,
  type AccessToken,
} from '#web/data/account/access-tokens.ts';
import { describeScopes } from '#web/data/account/token-scopes.ts';
import { longDate } from '#web/lib/text/relative-time.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { AccessRow } from './access-row.tsx';

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
    <AccessRow
      icon={KeyRound}
      name={name}
      title={
        <>
          <span className="min-w-0">{name}</span>
          {isExpired ? <Badge>Expired</Badge> : null}
        </>
      }
      rights={
        <>
          {describeScopes(scopes)}
          {limit === null ? null : ` · only in ${limit}`} · ends in{' '}
          <span className="font-mono">{token.lastCharacters}</span>
        </>
      }
      lastUsedAt={lastUsedAt}
      term={
        expiresAt === null
          ? 'never expires'
          : `${isExpired ? 'expired' : 'expires'} on ${longDate(new Date(expiresAt))}`
      }
      warning="Programs that use it lose access at once. This can't be undone."
      onRevoke={revoke}
    />
  );
}

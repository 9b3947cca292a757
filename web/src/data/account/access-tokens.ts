import { queryOptions } from '@tanstack/react-query';
import type { AccessScope } from '#contract/access-scopes.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { limitFields, type AccessLimit } from './access-limits.ts';

/** A personal access token of the user, without its text. */
export interface AccessToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** The only group whose prompts it reaches; null for no limit. */
  readonly groupName: string | null;
  /** The only team whose prompts it reaches; null for no limit. */
  readonly teamName: string | null;
  /** The last four characters of its text. */
  readonly lastCharacters: string;
  readonly createdAt: string;
  /** Null for never. */
  readonly expiresAt: string | null;
  /** Whether it had expired when it was loaded. */
  readonly isExpired: boolean;
  /** Null before its first use. */
  readonly lastUsedAt: string | null;
}

export interface AccessTokenInput {
  readonly name: string;
  readonly scopes: readonly AccessScope[];
  readonly limit: AccessLimit;
  readonly expiresAt: Date | null;
}

const columns =
  'id, name, scopes, last_characters, created_at, expires_at, last_used_at, groups(name), teams(name)';

/** The access tokens of the user, newest first. */
export function accessTokensQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.accessTokens(userId),
    queryFn: async ({ signal }): Promise<AccessToken[]> => {
      const rows = unwrap(
        await db
          .from('access_tokens')
          .select(columns)
          .eq('user_id', userId)
          .order('created_at', { ascending: false })
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        scopes: row.scopes,
        groupName: row.groups?.name ?? null,
        teamName: row.teams?.name ?? null,
        lastCharacters: row.last_characters,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        isExpired: row.expires_at !== null && Date.parse(row.expires_at) <= Date.now(),
        lastUsedAt: row.last_used_at,
      }));
    },
    staleTime: 0,
  });
}

/** Creates a token and returns its text, which the server shows only this once. */
export async function createAccessToken(input: AccessTokenInput): Promise<string> {
  return unwrap(
    await db.rpc('create_access_token', {
      name: input.name,
      scopes: [...input.scopes],
      ...limitFields(input.limit),
      ...(input.expiresAt === null ? {} : { expires_at: input.expiresAt.toISOString() }),
    }),
  );
}

export async function revokeAccessToken(id: string): Promise<void> {
  unwrap(await db.from('access_tokens').delete().eq('id', id));
}

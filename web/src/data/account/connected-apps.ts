import { queryOptions } from '@tanstack/react-query';
import { loopbackHosts } from '#contract/loopback-hosts.ts';
import { mcpPath } from '#contract/routes.ts';
import { auth, authOptions } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { fieldsOf, parseJson, textOf } from '#web/lib/values/parse-json.ts';
import { parseUrl } from '#web/lib/values/parse-url.ts';
import { limitFields, toAccessLimit, type AccessLimit } from './access-limits.ts';

/** An app that uses the library of a person (OAuth). */
export interface App {
  readonly id: string;
  /** The name that the app gave itself. */
  readonly name: string;
  /** The host that vouches for the name; null if the app registered without proof. */
  readonly verifiedHost: string | null;
}

/** A request of an app for access. */
export interface AccessRequest {
  readonly id: string;
  readonly app: App;
  readonly scopes: readonly string[];
  /** The host that receives the access; null for a program on this device. */
  readonly redirectHost: string | null;
  /** The email of the account; empty for a guest. */
  readonly email: string;
}

/** An app with the access that a person gave it. */
export interface ConnectedApp {
  readonly id: string;
  readonly app: App;
  readonly scopes: readonly string[];
  /** Whether it uses the library as an assistant does (MCP), instead of the REST API. */
  readonly isAssistant: boolean;
  readonly limit: AccessLimit;
  readonly grantedAt: string;
  /** Null before its first use. */
  readonly lastUsedAt: string | null;
}

interface AuthRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** Sends a request to the auth API as the user; auth-js knows fewer of its parameters. */
async function requestAuth(
  path: string,
  { method = 'GET', body, signal }: AuthRequest,
): Promise<unknown> {
  const { session } = unwrap(await auth.getSession());
  const response = await authOptions.fetch(authOptions.url + path, {
    method,
    headers: {
      ...authOptions.headers,
      authorization: `Bearer ${session?.access_token ?? ''}`,
      'x-supabase-api-version': '2024-01-01',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const value = parseJson(await response.text());
  if (response.ok) return value;
  const { message, code } = fieldsOf(value);
  throw new DataError(textOf(message) ?? 'The server did not answer. Please try again.', {
    code: textOf(code),
    status: response.status,
  });
}

function toApp(value: unknown): App {
  const client = fieldsOf(value);
  const id = textOf(client['id']) ?? '';
  const isVerified = client['registration_type'] === 'metadata_document';
  return {
    id,
    name: textOf(client['name']) ?? '',
    verifiedHost: isVerified ? (parseUrl(id)?.host ?? null) : null,
  };
}

/** The schemes of addresses that a web server receives. */
const webSchemes = ['https:', 'http:'];

function redirectHostOf(address: unknown): string | null {
  const url = parseUrl(textOf(address) ?? '');
  if (url === null || !webSchemes.includes(url.protocol)) return null;
  return loopbackHosts.includes(url.hostname) ? null : url.host;
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The request for access with an id. Fails with status 404 once it was answered or has expired. */
export function accessRequestQuery(id: string, userId: string) {
  return queryOptions({
    queryKey: queryKeys.accessRequest(id, userId),
    queryFn: async ({ signal }): Promise<AccessRequest> => {
      const path = `/oauth/authorizations/${encodeURIComponent(id)}`;
      const request = fieldsOf(await requestAuth(path, { signal }));
      return {
        id,
        app: toApp(request['client']),
        scopes: (textOf(request['scope']) ?? '').split(' '),
        redirectHost: redirectHostOf(request['redirect_uri']),
        email: textOf(fieldsOf(request['user'])['email']) ?? '',
      };
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/** Answers a request for access. Returns the address at which the app receives the answer. */
export async function answerAccessRequest(
  id: string,
  action: 'approve' | 'deny',
  limit: AccessLimit,
): Promise<string> {
  const path = `/oauth/authorizations/${encodeURIComponent(id)}/consent`;
  const body = { action, ...limitFields(limit) };
  const answer = fieldsOf(await requestAuth(path, { method: 'POST', body }));
  return textOf(answer['redirect_url']) ?? '';
}

/** The apps that the user has connected, newest first. */
export function connectedAppsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.connectedApps(userId),
    queryFn: async ({ signal }): Promise<ConnectedApp[]> => {
      const grants = await requestAuth('/user/oauth/grants', { signal });
      return (Array.isArray(grants) ? grants : []).map((value: unknown) => {
        const granted = fieldsOf(value);
        return {
          id: textOf(granted['id']) ?? '',
          app: toApp(granted['client']),
          scopes: toTexts(granted['scopes']),
          isAssistant: textOf(granted['resource'])?.endsWith(mcpPath) ?? false,
          limit: toAccessLimit(textOf(granted['group_id']), textOf(granted['team_id'])),
          grantedAt: textOf(granted['granted_at']) ?? '',
          lastUsedAt: textOf(granted['last_used_at']),
        };
      });
    },
    staleTime: 0,
  });
}

/** Ends what was allowed to an app once. */
export async function disconnectApp({ id, app }: ConnectedApp): Promise<void> {
  const query = new URLSearchParams({ client_id: app.id, grant_id: id });
  await requestAuth(`/user/oauth/grants?${query}`, { method: 'DELETE' });
}

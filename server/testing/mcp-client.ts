import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { Person } from './sign-up.ts';
import type { TestServer } from './test-server.ts';

/** The revisions of the protocol that one address serves. */
export const mcpRevisions = ['2026-07-28', '2025-11-25'] as const;
export type McpRevision = (typeof mcpRevisions)[number];

/** Creates a personal access token. */
export async function createAccessToken(
  { db }: Person,
  scopes: readonly string[] = ['prompts:read', 'prompts:write'],
): Promise<string> {
  const created = await db.rpc('create_access_token', { name: 'A client', scopes });
  if (created.error) throw created.error;
  return String(created.data);
}

/** Connects the official client by a revision. Close it when done. */
export async function connectMcp(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  revision: McpRevision,
  { query = '', ...options }: ClientOptions & { readonly query?: string } = {},
): Promise<Client> {
  const isLatest = revision === '2026-07-28';
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { ...options, versionNegotiation: { mode: isLatest ? { pin: revision } : 'legacy' } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(`/mcp${query}`, url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return client;
}

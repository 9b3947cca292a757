import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { TestServer } from './test-server.ts';

/** The revisions of the protocol that one address serves. */
export const mcpRevisions = ['2026-07-28', '2025-11-25'] as const;
export type McpRevision = (typeof mcpRevisions)[number];

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

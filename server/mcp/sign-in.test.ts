import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { beforeAll, expect, it } from 'vitest';
import { authorizationId } from '#server/testing/oauth-app.ts';
import { mcpRevisions } from '#server/testing/mcp-client.ts';
import { type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer();
let ada: Person;

beforeAll(async () => {
  ada = await signUp(server, 'ada@example.com');
});

/** The storage of an assistant, which outlives the way through the browser. */
class Assistant implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:9999/callback';
  readonly clientMetadata = {
    client_name: 'Assistant',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  /** The address that the assistant opened in the browser. */
  asked: URL | null = null;
  #information: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  clientInformation() {
    return this.#information;
  }

  saveClientInformation(information: StoredOAuthClientInformation) {
    this.#information = information;
  }

  tokens() {
    return this.#tokens;
  }

  saveTokens(tokens: StoredOAuthTokens) {
    this.#tokens = tokens;
  }

  redirectToAuthorization(url: URL) {
    this.asked = url;
  }

  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }

  discoveryState() {
    return this.#discovery;
  }

  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovery = state;
  }

  codeVerifier() {
    return this.#verifier;
  }
}

it.each(mcpRevisions)(
  'a person connects an assistant by its address alone, by revision %s',
  async (revision) => {
    const title = `Greeting ${revision}`;
    const created = await ada.db
      .from('prompts')
      .insert({ title, content: 'Hello {{name}}' })
      .select('id')
      .single();
    await ada.db.from('favorites').insert({ prompt_id: String(created.data?.['id']) });
    const assistant = new Assistant();
    const address = new URL('/mcp', server.url);
    const connect = async () => {
      const mode = revision === '2026-07-28' ? ({ pin: revision } as const) : ('legacy' as const);
      const client = new Client(
        { name: 'assistant', version: '1.0.0' },
        { versionNegotiation: { mode } },
      );
      const transport = new StreamableHTTPClientTransport(address, { authProvider: assistant });
      await client.connect(transport);
      return client;
    };
    await expect(connect()).rejects.toThrow(UnauthorizedError);

    const id = await authorizationId(assistant.asked ?? address);
    const details = await ada.auth.oauth.getAuthorizationDetails(id);
    expect(details.data).toMatchObject({
      client: { name: 'Assistant' },
      scope: 'prompts:read prompts:write',
    });
    const approved = await ada.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true });
    const callback = new URL(approved.data?.redirect_url ?? '');
    const transport = new StreamableHTTPClientTransport(address, { authProvider: assistant });
    await transport.finishAuth(callback.searchParams);

    const client = await connect();
    const { prompts } = await client.listPrompts();
    const name = prompts.find((prompt) => prompt.title === title)?.name ?? '';
    const filled = await client.getPrompt({ name, arguments: { name: 'Ada' } });
    expect(filled.messages[0]?.content).toEqual({ type: 'text', text: 'Hello Ada' });
    await client.callTool({
      name: 'update_prompt',
      arguments: { prompt: name, base_version: 1, content: 'Goodbye {{name}}' },
    });
    const changed = await client.getPrompt({ name, arguments: { name: 'Ada' } });
    expect(changed.messages[0]?.content).toEqual({ type: 'text', text: 'Goodbye Ada' });
    await client.close();

    const grants = await ada.auth.oauth.listGrants();
    const clientId = grants.data?.[0]?.client.id ?? '';
    await ada.auth.oauth.revokeGrant({ clientId });
    const { access_token } = assistant.tokens() ?? {};
    const refused = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    expect(refused.status).toBe(401);
  },
);

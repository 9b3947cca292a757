import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp, type McpRevision, mcpRevisions } from '#server/testing/mcp-client.ts';
import { createAccessToken, insert, type Person, signUp } from '#server/testing/sign-up.ts';
import { expectTurnsOfBodies } from '#server/testing/stuck-bodies.ts';
import { setUpTestServer, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { instructions } from './create-server.ts';

const server = await setUpTestServer();
/** A second server on the same database. */
let other: TestServer;
let ada: Person;
let token: string;
const clients: Client[] = [];

beforeAll(async () => {
  other = await startTestServer({}, { sharedDatabase: server });
  ada = await signUp(server, 'ada@example.com');
  token = await createAccessToken(ada);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(() => other.stop());

interface NewPrompt {
  readonly title: string;
  readonly content: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly group_id?: string;
}

const write = (prompt: NewPrompt) => insert(ada, 'prompts', prompt);

async function star(promptId: string): Promise<void> {
  const { error } = await ada.db.from('favorites').insert({ prompt_id: promptId });
  if (error) throw error;
}

async function connect(
  revision: McpRevision = '2026-07-28',
  options: Parameters<typeof connectMcp>[3] = {},
  at = server,
): Promise<Client> {
  const client = await connectMcp(at, token, revision, options);
  clients.push(client);
  return client;
}

const nameOf = async (client: Client, title: string): Promise<string> => {
  const { prompts } = await client.listPrompts();
  return prompts.find((prompt) => prompt.title === title)?.name ?? '';
};

async function call(client: Client, name: string, values: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: values });
  const [content] = result.content;
  return {
    isError: result.isError ?? false,
    text: content?.type === 'text' ? content.text : '',
    data: result.structuredContent as Record<string, unknown> | undefined,
  };
}

describe.each(mcpRevisions)('/mcp by revision %s', (revision) => {
  it('lists favourites, completes an argument, and fills a prompt in', async () => {
    const title = `Letter ${revision}`;
    await star(
      await write({
        title,
        content: 'Dear {{who}}, {{tone|choice:warm,brief}} {{note:-}}',
        description: 'A letter',
      }),
    );
    await write({ title: `Unlisted ${revision}`, content: 'x' });
    const client = await connect(revision);
    const { prompts } = await client.listPrompts();
    expect(prompts.map((prompt) => prompt.title)).not.toContain(`Unlisted ${revision}`);
    const listed = prompts.find((prompt) => prompt.title === title);
    expect(listed).toMatchObject({ description: 'A letter' });
    expect(listed?.arguments?.map(({ name, required }) => [name, required])).toEqual([
      ['who', true],
      ['tone', false],
      ['note', false],
    ]);
    const ref = { type: 'ref/prompt' as const, name: listed?.name ?? '' };
    const completed = await client.complete({ ref, argument: { name: 'tone', value: 'b' } });
    expect(completed.completion.values).toEqual(['brief']);
    const filled = await client.getPrompt({ name: ref.name, arguments: { who: '$& {{x}}\n' } });
    expect(filled.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Dear $& {{x}}\n, warm -' } },
    ]);
  });

  it('reads resources, also at a version, and says which does not exist', async () => {
    const part = await write({ title: 'Part', content: 'included' });
    const id = await write({ title: 'Whole', content: `first {{> ${part}}}` });
    await ada.db.from('prompts').update({ content: 'second' }).eq('id', id);
    const client = await connect(revision);
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return content !== undefined && 'text' in content ? content.text : null;
    };
    expect(await read(`cuebook://prompt/${id}`)).toBe('second');
    expect(await read(`cuebook://prompt/${id}@1`)).toBe('first included');
    await expect(read(`cuebook://prompt/${id}@3`)).rejects.toThrow(/not found/i);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'cuebook://prompt/{reference}',
    ]);
  });

  it('searches, fetches, creates and updates by tools', async () => {
    const client = await connect(revision);
    const created = await call(client, 'create_prompt', {
      title: `Zeppelin ${revision}`,
      content: 'Fly {{where}}',
      tags: ['air'],
    });
    expect(created.data).toMatchObject({ version: 1 });
    const id = String(created.data?.['id']);
    const url = `${server.url}/app/prompts/${id}`;
    const found = await call(client, 'search', { query: `Zeppelin ${revision}` });
    expect(JSON.parse(found.text)).toEqual({
      results: [{ id, title: `Zeppelin ${revision}`, url }],
    });
    expect((await call(client, 'fetch', { id })).data).toMatchObject({
      id,
      url,
      text: 'Fly {{where}}',
    });
    const filled = await call(client, 'get_prompt', { prompt: id, values: { where: 'home' } });
    expect(filled.text).toBe('Fly home');

    const saved = await call(client, 'update_prompt', {
      prompt: id,
      base_version: 1,
      content: 'Land {{where}}',
      change: 'Landed',
    });
    expect(saved.data).toMatchObject({ id, version: 2 });
    const late = await call(client, 'update_prompt', {
      prompt: id,
      base_version: 1,
      content: 'lost?',
    });
    expect(late).toMatchObject({
      isError: true,
      text: expect.stringContaining('version 2') as string,
    });
    expect((await call(client, 'fetch', { id })).data).toMatchObject({ text: 'Land {{where}}' });
    const history = await call(client, 'list_versions', { prompt: id });
    expect(history.data?.['versions']).toMatchObject([
      { version: 2, change: 'Landed' },
      { version: 1, change: 'Initial version' },
    ]);
  });

  it('refuses text with a lone surrogate, which would not be stored as it is', async () => {
    const client = await connect(revision);
    for (const text of [{ content: 'a\ud800b' }, { content: 'a', tags: ['\udc00'] }]) {
      const refused = await call(client, 'create_prompt', { title: `Half ${revision}`, ...text });
      expect(refused.isError).toBe(true);
      expect(refused.text).toContain('surrogate');
    }
    expect((await ada.db.from('prompts').select().eq('title', `Half ${revision}`)).data).toEqual(
      [],
    );
  });

  it('says in its annotations which tools change something', async () => {
    const { tools } = await (await connect(revision)).listTools();
    const changing = tools.flatMap(({ name, annotations }) =>
      annotations?.readOnlyHint === true ? [] : [[name, annotations?.destructiveHint]],
    );
    expect(changing).toEqual([
      ['create_prompt', false],
      ['update_prompt', true],
    ]);
  });

  it('tells a listening client that its list has changed, also by another server', async () => {
    const title = `Starred elsewhere ${revision}`;
    const seen = Promise.withResolvers<void>();
    const onChanged = (
      _error: Error | null,
      prompts: readonly { title?: string | undefined }[] | null,
    ) => {
      if (prompts?.some((prompt) => prompt.title === title) === true) seen.resolve();
    };
    const client = await connect(revision, { listChanged: { prompts: { onChanged } } }, other);
    expect(client.getServerCapabilities()?.prompts).toEqual({ listChanged: true });
    await star(await write({ title, content: 'x' }));
    await expect(seen.promise).resolves.toBeUndefined();
  });
});

describe('prompts/list', () => {
  it('lists a group or a tag that the address names', async () => {
    const groupId = await insert(ada, 'groups', { name: 'Work' });
    await write({ title: 'In the group', content: 'x', group_id: groupId });
    await write({ title: 'With the tag', content: 'x', tags: ['two words'] });
    const titles = async (query: string) => {
      const client = await connect('2026-07-28', { query });
      return (await client.listPrompts()).prompts.map(({ title }) => title);
    };
    expect(await titles(`?list=group:${groupId}`)).toEqual(['In the group']);
    expect(await titles('?list=tag:two%20words')).toEqual(['With the tag']);
    const below = await insert(ada, 'groups', { name: 'R/D "x"', parent_id: groupId });
    await write({ title: 'Below', content: 'x', group_id: below });
    expect(await titles('?list=in:Work')).toEqual(
      expect.arrayContaining(['Below', 'In the group']),
    );
    for (const path of ['Work/R\\/D "x"', 'Work/R\\/D \\"x\\"']) {
      expect(await titles(`?list=in:${encodeURIComponent(path)}`)).toEqual(['Below']);
    }
    expect(await titles('?list=in:Work%22%20words')).toEqual([]);
  });

  it('refuses an address that names no list', async () => {
    const response = await fetch(`${server.url}/mcp?list=everything`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('list is favourites, group:ID, in:PATH or tag:NAME');
  });

  it('pages by key, and refuses a cursor that is not from it', async () => {
    const group_id = await insert(ada, 'groups', { name: 'Many' });
    const rows = Array.from({ length: 60 }, (_, index) => ({
      title: `P${index}`,
      content: 'x',
      group_id,
    }));
    await ada.db.from('prompts').insert(rows);
    const client = await connect('2026-07-28', { query: `?list=group:${group_id}` });
    const { prompts } = await client.listPrompts();
    expect(new Set(prompts.map(({ name }) => name)).size).toBe(60);
    await expect(client.listPrompts({ cursor: 'bm9uc2Vuc2U' })).rejects.toThrow(/cursor/);
    const tagged = await connect('2026-07-28', { query: '?list=tag:x' });
    const other = Buffer.from('["nonsense"]').toString('base64url');
    await expect(tagged.listPrompts({ cursor: other })).rejects.toMatchObject({ code: -32602 });
  });

  it('describes each prompt, also one without a description', async () => {
    await star(await write({ title: 'Bare', content: 'First line\nsecond' }));
    const { prompts } = await (await connect()).listPrompts();
    expect(prompts.find(({ title }) => title === 'Bare')?.description).toBe('First line second');
    expect(prompts.every(({ description }) => (description ?? '') !== '')).toBe(true);
  });

  it('lists 100 variables of a prompt at most, and fills in others', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `v${index}`);
    const content = names.map((name) => `{{${name}}}`).join('');
    await star(await write({ title: 'Many variables', content }));
    const client = await connect();
    const { prompts } = await client.listPrompts();
    const listed = prompts.find(({ title }) => title === 'Many variables');
    expect(listed?.arguments?.map(({ name }) => name)).toEqual(names.slice(0, 100));
    const filled = await client.getPrompt({
      name: listed?.name ?? '',
      arguments: { v100: 'last' },
    });
    expect(JSON.stringify(filled.messages)).toContain('{{v99}}last');
  });

  it('cuts no character of a description in half', async () => {
    const description = `x${' '.repeat(500)}${'😀'.repeat(100)}`;
    await star(await write({ title: 'Faces', content: 'x', description }));
    const { prompts } = await (await connect()).listPrompts();
    const shown = prompts.find(({ title }) => title === 'Faces')?.description ?? '';
    expect(shown).toMatch(/^x (?:😀)+$/u);
  });
});

describe('a prompt that includes another', () => {
  it('is listed with the variables of its first 100,000 characters, and filled in as a whole', async () => {
    const part = await write({ title: 'Long', content: `{{near}}${'x '.repeat(60_000)}{{far}}` });
    await star(await write({ title: 'With a long part', content: `{{> ${part}}}` }));
    const client = await connect();
    const { prompts } = await client.listPrompts();
    const listed = prompts.find(({ title }) => title === 'With a long part');
    expect(listed?.arguments?.map(({ name }) => name)).toEqual(['near']);
    const values = { near: 'Near ', far: 'far away' };
    const filled = await client.getPrompt({ name: listed?.name ?? '', arguments: values });
    expect(JSON.stringify(filled.messages)).toMatch(/"Near x .*x far away"/);
  });

  it('is fetched with the text as it is written, too, so that a change keeps the reference', async () => {
    const included = await write({ title: 'Tone', content: 'Be kind.' });
    const source = `{{> ${included}}} Write.`;
    const id = await write({ title: 'Letter', content: source });
    expect((await call(await connect(), 'fetch', { id })).data).toMatchObject({
      text: 'Be kind. Write.',
      metadata: { source },
    });
  });
});

describe('a version with a label', () => {
  it('is read, got and fetched by the label, while the latest is another', async () => {
    const id = await write({ title: 'Released', content: 'released {{x}}' });
    const moved = await ada.db.rpc('move_prompt_label', {
      prompt_id: id,
      label: 'production',
      version_number: 1,
    });
    expect(moved.error).toBeNull();
    await ada.db.from('prompts').update({ content: 'draft {{x}}' }).eq('id', id);
    const client = await connect();
    const reference = `${id}@production`;
    const { contents } = await client.readResource({ uri: `cuebook://prompt/${reference}` });
    expect(contents).toMatchObject([{ text: 'released {{x}}' }]);
    const got = await client.getPrompt({ name: reference, arguments: { x: '1' } });
    expect(got.messages[0]?.content).toEqual({ type: 'text', text: 'released 1' });
    expect((await call(client, 'fetch', { id: reference })).data).toMatchObject({
      text: 'released {{x}}',
    });
    expect(await call(client, 'fetch', { id: `${id}@staging` })).toMatchObject({ isError: true });
  });
});

describe('a token that is limited to a group', () => {
  it('lists, finds and creates prompts in the group only', async () => {
    const group_id = await insert(ada, 'groups', { name: 'Only' });
    const inside = await write({ title: 'Inside', content: 'x', group_id });
    const outside = await write({ title: 'Outside', content: 'x' });
    await star(inside);
    await star(outside);
    const limited = await createAccessToken(ada, undefined, { group_id });
    const client = await connectMcp(server, limited, '2026-07-28');
    clients.push(client);
    expect((await client.listPrompts()).prompts.map(({ title }) => title)).toEqual(['Inside']);
    await expect(client.getPrompt({ name: outside })).rejects.toThrow(/no such prompt/);
    const made = await call(client, 'create_prompt', { title: 'Made', content: 'x' });
    const stored = await ada.db
      .from('prompts')
      .select('group_id')
      .eq('id', String(made.data?.['id']))
      .single();
    expect(stored.data).toEqual({ group_id });
  });
});

describe('prompts of a team', () => {
  it('are found in groups of the team, and not changed by viewers', async () => {
    const team_id = await insert(ada, 'teams', { name: 'Design' });
    const parent_id = await insert(ada, 'groups', { name: 'Campaigns', team_id });
    const group_id = await insert(ada, 'groups', { name: 'Mail', team_id, parent_id });
    const id = await write({ title: 'Ours', content: 'Draft', group_id });
    const client = await connect();
    const find = async (scope?: string) => {
      const query = 'in:"Campaigns/Mail"';
      const { data } = await call(client, 'search', { query, ...(scope && { scope }) });
      return (data?.['results'] as { id: string }[] | undefined)?.map((found) => found.id);
    };
    expect(await find()).toEqual([id]);
    expect(await find('library')).toEqual([]);

    const change = { prompt: id, base_version: 1, content: 'Other' };
    const vic = await signUp(server, 'viewer@example.com');
    await server.sql(
      `insert into team_members (team_id, user_id, role) values ($1, $2, 'viewer')`,
      [team_id, vic.id],
    );
    const limitedToken = await createAccessToken(vic, undefined, { team_id });
    const limited = await connectMcp(server, limitedToken, '2026-07-28');
    clients.push(limited);
    const found = await call(limited, 'search', { query: 'in:Campaigns' });
    expect(found.data?.['results']).toMatchObject([{ id }]);
    expect(await call(limited, 'update_prompt', change)).toMatchObject({
      isError: true,
      text: 'You may read this prompt, but not change it.',
    });
    expect(await call(limited, 'create_prompt', { title: 'New', content: 'x' })).toMatchObject({
      isError: true,
      text: 'You may not save this here: viewers of a team only read, and an access token stays within its limits.',
    });
  });
});

describe('quirks of clients', () => {
  it('Claude Code sends "" for required arguments: the placeholder stays', async () => {
    await star(await write({ title: 'Quirk', content: '{{a}} and {{b:c}}' }));
    const client = await connect('2025-11-25');
    const { messages } = await client.getPrompt({
      name: await nameOf(client, 'Quirk'),
      arguments: { a: '', b: '' },
    });
    expect(messages[0]?.content).toEqual({ type: 'text', text: '{{a}} and c' });
  });

  it('Zed hides prompts with several arguments: the address can list them without', async () => {
    await star(await write({ title: 'Two arguments', content: '{{a}} {{b}}' }));
    const client = await connect('2025-11-25', { query: '?arguments=none' });
    const { prompts } = await client.listPrompts();
    expect(prompts.some(({ arguments: listed }) => (listed ?? []).length > 0)).toBe(false);
    expect(prompts.map(({ title }) => title)).toContain('Two arguments');
  });

  it('Codex reads 512 characters of the instructions', async () => {
    const client = await connect('2025-11-25');
    expect(client.getInstructions()).toBe(instructions);
    expect(instructions.length).toBeLessThanOrEqual(512);
  });
});

describe('access to /mcp', () => {
  const discover = (
    headers: Record<string, string> = {},
    body: unknown = { jsonrpc: '2.0', id: 1, method: 'ping' },
  ) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

  it('tells a client without a token where to get one', async () => {
    const response = await discover();
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer scope="prompts:read prompts:write", resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  it.each([
    [
      'a session of the app',
      async () => (await ada.auth.getSession()).data.session?.access_token ?? '',
    ],
    ['an API key', async () => server.secrets.publishableKey],
    ['the secret key', async () => server.secrets.secretKey],
    ['an unknown token', async () => `${token.slice(0, -1)}x`],
  ])('refuses %s', async (_what, secret) => {
    const response = await discover(bearer(await secret()));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
  });

  it('does not take a token from the address', async () => {
    const response = await fetch(`${server.url}/mcp?access_token=${token}`, { method: 'POST' });
    expect(response.status).toBe(401);
  });

  it('names the scope that a token lacks', async () => {
    const chains = await discover(bearer(await createAccessToken(ada, ['chains:read'])));
    expect(chains.status).toBe(403);
    const reading = await createAccessToken(ada, ['prompts:read']);
    const write = { name: 'create_prompt', arguments: { title: 'x', content: 'x' } };
    const response = await discover(bearer(reading), {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: write,
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toMatch(
      /error="insufficient_scope".*scope="prompts:read prompts:write"/,
    );
  });

  it('ends with the revocation of a token', async () => {
    const revoked = await createAccessToken(ada);
    expect((await discover(bearer(revoked))).status).toBe(200);
    await server.sql(`delete from public.access_tokens where token_hash = sha256($1::bytea)`, [
      revoked,
    ]);
    expect((await discover(bearer(revoked))).status).toBe(401);
  });

  it('refuses pages of other origins', async () => {
    const response = await discover({ ...bearer(token), origin: 'https://evil.example' });
    expect(response.status).toBe(403);
    expect((await discover({ ...bearer(token), origin: server.url })).status).toBe(200);
  });

  it('refuses a batch, which could multiply a large response', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const response = await discover(bearer(token), [ping, { ...ping, id: 2 }]);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32600 }, id: null });
  });

  it('refuses a body that is too large, or not JSON', async () => {
    const large = await discover(bearer(token), { padding: 'x'.repeat(9 * 1024 * 1024) });
    expect(large.status).toBe(413);
    const response = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: '{',
    });
    expect(response.status).toBe(400);
  });

  it('reads four large bodies of a person at once, and lets small ones pass', async () => {
    const ping = async (length: number) => {
      const params = { _meta: { filler: ' '.repeat(length) } };
      return (await discover(bearer(token), { jsonrpc: '2.0', id: 1, method: 'ping', params }))
        .status;
    };
    await expectTurnsOfBodies(`${server.url}/mcp`, bearer(token), 200, ping);
  });

  it('refuses a message of more values than a request has, or nested deeply', async () => {
    const ping = (value: unknown) =>
      discover(bearer(token), { jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: value } });
    const numbers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, index]));
    let deep: unknown = 1;
    for (let level = 0; level < 1_000; level += 1) deep = { deep };
    const statuses = [numbers(1_000), numbers(30_000), { deep }].map(
      async (value) => (await ping(value)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 400, 400]);
  });

  it.each([
    ['initialize', undefined],
    ['initialize', { protocolVersion: '2025-11-25' }],
    ['prompts/list', { cursor: 5 }],
    ['prompts/get', undefined],
    ['resources/list', { cursor: 5 }],
    ['resources/read', {}],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' } }],
    ['tools/call', {}],
  ])('refuses %s with the parameters %j by the code for those', async (method, params) => {
    const response = await discover(bearer(token), { jsonrpc: '2.0', id: 7, method, params });
    expect(response.status).toBe(200);
    const [message = ''] = /\{.*\}/s.exec(await response.text()) ?? [];
    expect(JSON.parse(message)).toMatchObject({ id: 7, error: { code: -32602 } });
  });

  it('keeps the text of a failure that the client cannot mend in the log', async () => {
    const id = await write({ title: 'Versions', content: 'x' });
    const client = await connect();
    await server.sql('alter table public.prompt_versions rename to moved_away');
    try {
      const { isError, text } = await call(client, 'list_versions', { prompt: id });
      const found = await client
        .getPrompt({ name: `${id}@1` })
        .catch((error: Error) => error.message);
      for (const shown of [text, found]) {
        expect(shown).toContain('Something went wrong here.');
        expect(shown).not.toContain('prompt_versions');
      }
      expect(isError).toBe(true);
    } finally {
      await server.sql('alter table public.moved_away rename to prompt_versions');
    }
  });

  it('lets a person open twenty streams', async () => {
    // Streams of earlier tests may not have ended yet.
    const own = await createAccessToken(await signUp(server, 'streams@example.com'));
    const open = () =>
      fetch(`${server.url}/mcp`, { headers: { ...bearer(own), accept: 'text/event-stream' } });
    const streams = await Promise.all(Array.from({ length: 21 }, open));
    expect(streams.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
    await Promise.all(streams.map(async (stream) => stream.body?.cancel()));
  });

  it('ends open streams when the server stops', async () => {
    const third = await startTestServer({}, { sharedDatabase: server });
    const stream = await fetch(`${third.url}/mcp`, {
      headers: { ...bearer(token), accept: 'text/event-stream' },
    });
    await third.stop();
    expect(await stream.text()).toContain('notifications/prompts/list_changed');
  });
});

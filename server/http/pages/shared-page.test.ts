import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '#server/testing/sign-up.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startTestServer();
  ann = await signUp(server, 'ann@example.com');
});
afterAll(() => server.stop());

async function newPrompt(row: object): Promise<string> {
  const { data, error } = await ann.db
    .from('prompts')
    .insert({ title: 'Title', content: 'Content', is_public: true, ...row })
    .select('id')
    .single();
  expect(error).toBeNull();
  return String(data?.id);
}
async function open(id: string, init?: RequestInit) {
  const response = await fetch(`${server.url}/p/${id}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('GET /p/{id} (head of a shared prompt)', () => {
  it('holds title and description for link previews', async () => {
    const id = await newPrompt({ title: 'Cover letter', description: 'For any\n\njob' });
    const { status, text, headers } = await open(id);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(text).toContain('<title>Cover letter · Cuebook</title>');
    expect(text).toContain('<meta name="description" content="For any job">');
    expect(text).toContain('<meta property="og:title" content="Cover letter">');
    expect(text).toContain('<meta property="og:description" content="For any job">');
    expect(text).toContain(`<meta property="og:url" content="${server.url}/p/${id}">`);
    expect(text).not.toContain('Test page');
    expect((await open(id, { method: 'HEAD' })).status).toBe(200);
  });

  it('uses the start of the content without a description', async () => {
    const id = await newPrompt({ content: `Write ${'very '.repeat(100)}much` });
    const { text } = await open(id);
    expect(text).toMatch(/<meta name="description" content="Write (very )+very…">/);
  });

  it('escapes markup in title and description', async () => {
    const id = await newPrompt({
      title: `"><script>alert(1)</script>$& $' $\``,
      description: `'"><img src=x onerror=alert(1)></title>`,
    });
    const { text } = await open(id);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img');
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp; $&#39; $`');
    expect(text.match(/<\/title>/g)).toHaveLength(1);
  });
});

it('responds the same for private, deleted, removed, unknown and malformed ids', async () => {
  const hidden = await newPrompt({ is_public: false });
  const deleted = await newPrompt({});
  await ann.db.from('prompts').update({ deleted_at: new Date().toISOString() }).eq('id', deleted);
  const down = await newPrompt({});
  await server.sql(`select take_down_prompt($1, 'x')`, [down]);
  const responses = await Promise.all(
    [hidden, deleted, down, randomUUID(), 'no-id', `${hidden}'`].map((id) => open(id)),
  );
  for (const { status, text, headers } of responses) {
    expect(status).toBe(404);
    expect(text).toBe(responses[0]?.text);
    expect(headers.get('content-type')).toBe(responses[0]?.headers.get('content-type'));
  }
  expect(responses[0]?.text).toContain('Test page');
});

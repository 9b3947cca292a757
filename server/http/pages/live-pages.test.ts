import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageContent } from '#contract/public-pages.ts';
import { type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';
import { explorePageSize } from './read-public-prompts.ts';

const server = await setUpTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
let ann: Person;
beforeAll(async () => {
  ann = await signUp(server, 'ann@example.com');
});

async function newPrompt(row: object): Promise<string> {
  const { data, error } = await ann.db
    .from('prompts')
    .insert({ title: 'Title', content: 'Content', is_public: true, ...row })
    .select('id')
    .single();
  expect(error).toBeNull();
  return String(data?.id);
}

async function open(path: string, init?: RequestInit) {
  const response = await fetch(server.url + path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns the content that a page was rendered with. */
async function contentOf(path: string): Promise<PageContent> {
  const { text } = await open(path);
  return JSON.parse(/<pre>(.*)<\/pre>/s.exec(text)?.[1] ?? '') as PageContent;
}

async function explored(path: string) {
  const content = await contentOf(path);
  if (content.kind !== 'explore') throw new Error(`${path} is ${content.kind}`);
  return content;
}

describe('GET /p/{id}/files/{file}', () => {
  async function attach(prompt: string, body: string, type: string): Promise<string> {
    const path = `attachments/${prompt}/${randomUUID()}`;
    const { data } = await ann.auth.getSession();
    const sent = await fetch(`${server.url}/storage/v1/object/${path}`, {
      method: 'POST',
      headers: {
        apikey: server.secrets.publishableKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': type,
        'x-metadata': btoa(JSON.stringify({ name: 'page.html' })),
      },
      body,
    });
    expect(sent.status).toBe(200);
    const [file] = await server.sql<{ id: string }>(
      'select id from prompt_attachments where prompt_id = $1',
      [prompt],
    );
    return `/p/${prompt}/files/${file?.id}`;
  }

  it('serves a file of a public prompt, and runs nothing in it', async () => {
    const id = await newPrompt({});
    const file = await attach(id, '<script>alert(1)</script>', 'text/html');
    expect(await contentOf(`/p/${id}`)).toMatchObject({
      prompt: { files: [{ name: 'page.html', type: 'text/html', size: 25 }] },
    });
    const { status, headers, text } = await open(file);
    expect([status, text]).toEqual([200, '<script>alert(1)</script>']);
    expect(headers.get('content-type')).toBe('text/plain');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const download = (await open(`${file}?download`)).headers.get('content-disposition');
    expect(download).toBe("attachment; filename=page.html; filename*=UTF-8''page.html");
  });

  it('ends with the publication, also for the URL that it led to before', async () => {
    const id = await newPrompt({});
    const file = await attach(id, 'secret', 'text/plain');
    const signed = (await open(file, { redirect: 'manual' })).headers.get('location') ?? '';
    expect((await open(signed)).text).toBe('secret');
    await ann.db.from('prompts').update({ is_public: false }).eq('id', id);
    expect((await open(file)).status).toBe(404);
    const ended = await open(signed);
    expect([ended.status, ended.text]).toEqual([400, expect.stringContaining('NoSuchKey')]);
  });

  it.each(['x', randomUUID()])('has no file %j', async (file) => {
    const id = await newPrompt({});
    expect((await open(`/p/${id}/files/${file}`)).status).toBe(404);
  });
});

describe('GET /p/{id}', () => {
  it('renders a public prompt for everybody, and lets nobody keep an old one', async () => {
    const id = await newPrompt({ title: 'Cover letter', description: 'For any job' });
    const { status, headers } = await open(`/p/${id}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await contentOf(`/p/${id.toUpperCase()}`)).toMatchObject({
      kind: 'prompt',
      prompt: { id, title: 'Cover letter', description: 'For any job', content: 'Content' },
    });
    expect((await open(`/p/${id}`, { method: 'HEAD' })).status).toBe(200);
  });

  it('responds the same for private, deleted, removed, unknown and malformed ids', async () => {
    const hidden = await newPrompt({ is_public: false });
    const deleted = await newPrompt({});
    await ann.db.from('prompts').update({ deleted_at: new Date().toISOString() }).eq('id', deleted);
    const down = await newPrompt({});
    expect((await open(`/p/${down}`)).status).toBe(200);
    await server.sql(`select take_down_prompt($1, 'x')`, [down]);
    const ids = [
      hidden,
      deleted,
      down,
      randomUUID(),
      'no-id',
      `${hidden}'`,
      '%00',
      'x'.repeat(5_000),
    ];
    const responses = await Promise.all(ids.map((id) => open(`/p/${id}`)));
    for (const { status, text, headers } of responses) {
      expect(status).toBe(404);
      expect(text).toBe(responses[0]?.text);
      expect(headers.get('content-type')).toBe(responses[0]?.headers.get('content-type'));
    }
    expect(responses[0]?.text).toContain('{"kind":"missing"}');
  });

  it('has the texts that a prompt includes, if they are public', async () => {
    const hidden = await newPrompt({ content: 'Secret', is_public: false });
    const shown = await newPrompt({ content: 'Be brief.' });
    const id = await newPrompt({ content: `{{> ${shown}}} {{> ${hidden}}}` });
    const content = await contentOf(`/p/${id}`);
    if (content.kind !== 'prompt') throw new Error(content.kind);
    const found = content.prompt.included.map(({ ref, content: text, gap }) => [ref, text, gap]);
    expect(found).toHaveLength(2);
    expect(found).toContainEqual([shown, 'Be brief.', null]);
    expect(found).toContainEqual([hidden, null, 'missing']);
  });

  it('stops showing a prompt at once when it is made private', async () => {
    const id = await newPrompt({});
    expect((await open(`/p/${id}`)).status).toBe(200);
    await ann.db.from('prompts').update({ is_public: false }).eq('id', id);
    expect((await open(`/p/${id}`)).status).toBe(404);
  });
});

describe('GET /p/{id}/preview.png', () => {
  it('draws a public prompt, and is revalidated', async () => {
    const id = await newPrompt({ title: 'Drawn' });
    const draw = () => fetch(`${server.url}/p/${id}/preview.png`, { redirect: 'manual' });
    // On a busy machine, drawing may take too long, and leads to the general image.
    await expect.poll(async () => (await draw()).status).toBe(200);
    const response = await draw();
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const png = Buffer.from(await response.arrayBuffer());
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      'PNG',
      1200,
      630,
    ]);
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
    expect((await open(`/p/${id}/preview.png`, { headers })).status).toBe(304);
    await ann.db.from('prompts').update({ is_public: false }).eq('id', id);
    expect((await open(`/p/${id}/preview.png`, { headers })).status).toBe(404);
  });

  it('leads to the general image for a title in other letters', async () => {
    const id = await newPrompt({ title: '你好' });
    const { status, headers } = await open(`/p/${id}/preview.png`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, '/preview.png']);
  });

  it('draws those of an address beside many of another, and leads to the general image', async () => {
    const ids = await Promise.all(
      Array.from({ length: 23 }, (_, number) => newPrompt({ title: `Many ${number}` })),
    );
    const draw = (address: string) => async (id: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await open(`/p/${id}/preview.png`, { headers, redirect: 'manual' })).status;
    };
    const countFailed = () =>
      server.logged.filter((line) => line.includes('could not be drawn')).length;
    const before = countFailed();
    const many = Promise.all(ids.slice(3).map(draw('203.0.113.1')));
    await expect.poll(countFailed).toBeGreaterThan(before);
    // On a busy machine, one of them may take too long.
    expect(await Promise.all(ids.slice(0, 3).map(draw('203.0.113.2')))).toContain(200);
    expect(new Set(await many)).toEqual(new Set([200, 302]));
  });
});

describe('GET /explore', () => {
  it('pages through all public prompts, newest first, each once', async () => {
    const ids: string[] = [];
    for (let number = 0; number < explorePageSize + 3; number += 1) ids.push(await newPrompt({}));
    const hidden = await newPrompt({ is_public: false });
    const first = await explored('/explore');
    expect(first.prompts.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, explorePageSize));
    expect(first.isContinued).toBe(false);
    const all = [...first.prompts];
    for (let { next } = first; next !== null;) {
      const page = await explored(`/explore?after=${encodeURIComponent(next)}`);
      expect(page.isContinued).toBe(true);
      all.push(...page.prompts);
      ({ next } = page);
    }
    const found = all.map(({ id }) => id);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(ids));
    expect(found).not.toContain(hidden);
  });

  it('finds public prompts by words of title and description, and pages through them', async () => {
    const ids: string[] = [];
    for (let number = 0; number < explorePageSize + 1; number += 1) {
      ids.push(await newPrompt({ title: `Kestrel ${number}`, description: 'A small falcon' }));
    }
    await newPrompt({ title: 'Kestrel', description: 'Kept private', is_public: false });
    const first = await explored('/explore?q=falcon+KESTREL');
    expect(first.query).toBe('falcon KESTREL');
    expect(first.prompts.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, explorePageSize));
    const rest = await explored(
      `/explore?q=falcon+KESTREL&after=${encodeURIComponent(first.next ?? '')}`,
    );
    expect(rest.prompts.map(({ id }) => id)).toEqual(ids.slice(0, 1));
    expect(rest.next).toBeNull();
  });

  it.each(['is:favorite', 'group:Work', '%00', "'; drop table prompts; --", 'x'.repeat(5_000)])(
    'answers a search for %s of somebody without an account',
    async (query) => {
      const found = await explored(
        `/explore?q=${query.startsWith('%') ? query : encodeURIComponent(query)}`,
      );
      expect(found.isContinued).toBe(false);
    },
  );

  it('cuts long texts', async () => {
    await newPrompt({ content: 'x'.repeat(5_000) });
    const [prompt] = (await explored('/explore')).prompts;
    expect([prompt?.isCut, prompt?.content.length]).toEqual([true, 300]);
  });

  it.each([
    'x',
    "2026-01-01T00:00:00Z~'",
    '2026-99-99T00:00:00Z~00000000-0000-4000-8000-000000000001',
    '{}',
    '{"key": "2026-01-01", "id": "x", "as_of": "2026-01-01", "forgiving": false}',
    '\0',
    '',
  ])('responds with 404 to the cursor %j', async (cursor) => {
    expect((await open(`/explore?after=${encodeURIComponent(cursor)}`)).status).toBe(404);
  });
});

it('GET /templates renders the templates by category', async () => {
  const content = await contentOf('/templates');
  if (content.kind !== 'templates') throw new Error(content.kind);
  expect(content.templates.length).toBeGreaterThan(50);
  const categories = content.templates.map(({ category }) => category ?? '');
  expect(categories).toEqual(categories.toSorted((one, other) => one.localeCompare(other)));
});

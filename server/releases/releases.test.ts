import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { promptName } from '#contract/prompt-reference.ts';
import { createAccessToken, insert, type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer();
let ann: Person;
let sam: Person;
let token: string;
let id: string;
let name: string;
beforeAll(async () => {
  ann = await signUp(server, 'ann@example.com');
  sam = await signUp(server, 'sam@example.com');
  token = await createAccessToken(ann, ['prompts:read']);
});

/** A prompt whose second version is in production, and whose third is the latest. */
beforeEach(async () => {
  await server.sql('delete from prompts where not is_template');
  id = await writePrompt('Weekly report');
  name = promptName({ id, title: 'Weekly report' });
});

async function writePrompt(title: string, { isPublic = false } = {}): Promise<string> {
  const fields = { title, content: 'First', is_public: isPublic };
  const promptId = await insert(ann, 'prompts', fields);
  await save(promptId, 'Released to {{name:you}}, {{tone|choice:dry,warm}}');
  await save(promptId, 'Latest to {{name}}');
  await release(promptId, 2);
  return promptId;
}

async function save(promptId: string, content: string): Promise<void> {
  const saved = await ann.db.from('prompts').update({ content }).eq('id', promptId);
  if (saved.error) throw saved.error;
}

async function release(promptId: string, version: number): Promise<void> {
  const moved = await ann.db.rpc('move_prompt_label', {
    prompt_id: promptId,
    label: 'production',
    version_number: version,
  });
  if (moved.error) throw moved.error;
}

interface Options {
  readonly bearer?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
}

async function request(path: string, options: Options = {}) {
  const { bearer = token, headers = {}, ...init } = options;
  const response = await fetch(`${server.url}/api/v1${path}`, {
    ...init,
    headers: { ...headers, ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) },
  });
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

const released = 'Released to {{name:you}}, {{tone|choice:dry,warm}}';
const latest = 'Latest to {{name}}';

describe('GET /api/v1/prompts/{reference}', () => {
  it('returns the version that the label names, not the latest, by id and by name', async () => {
    for (const reference of [`${id}@production`, `${name}@production`, `${name}%40production`]) {
      const { status, body } = await request(`/prompts/${reference}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        id,
        name,
        title: 'Weekly report',
        description: null,
        tags: [],
        version: 2,
        label: 'production',
        updated_at: expect.stringMatching(/^2\d{3}-.*Z$/) as string,
        text: released,
        variables: [
          { name: 'name', type: 'text', default: 'you', choices: [] },
          { name: 'tone', type: 'choice', default: 'dry', choices: ['dry', 'warm'] },
        ],
      });
    }
  });

  it('returns the latest version without a label, and the one that a number names', async () => {
    expect((await request(`/prompts/${id}`)).body).toMatchObject({
      version: 3,
      label: null,
      text: latest,
    });
    expect((await request(`/prompts/${name}@2`)).body).toMatchObject({ version: 2, label: null });
    expect((await request(`/prompts/${name}@1`)).body).toMatchObject({ text: 'First' });
  });

  it('follows the label at once, to the latest version and back', async () => {
    await release(id, 3);
    expect((await request(`/prompts/${id}@production`)).body).toMatchObject({ text: latest });
    await release(id, 2);
    expect((await request(`/prompts/${id}@production`)).body).toMatchObject({ text: released });
  });

  it.each([
    ['staging', 'This prompt has no label staging.'],
    ['4', 'There is no version 4 of this prompt that you may read.'],
  ])('never returns the latest in place of @%s', async (selector, message) => {
    const { status, body } = await request(`/prompts/${id}@${selector}`);
    expect([status, body]).toEqual([404, { code: 'not_found', message }]);
  });

  it.each(['label=production', 'version=2', 'apikey=x'])(
    'refuses the parameter %s, by which a program may mean another version',
    async (query) => {
      const { status, body } = await request(`/prompts/${id}?${query}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'invalid_request' });
    },
  );

  it('answers 304 to a client that has it, until the label moves', async () => {
    const first = await request(`/prompts/${id}@production`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')?.toLowerCase()).toContain('authorization');
    const ask = (ifNoneMatch: string) =>
      request(`/prompts/${id}@production`, { headers: { 'if-none-match': ifNoneMatch } });
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await ask(tag);
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, etag]);
    }
    await save(id, 'A newer draft');
    expect((await ask(etag)).status).toBe(304);
    await release(id, 4);
    expect(await ask(etag)).toMatchObject({ status: 200, body: { text: 'A newer draft' } });
  });

  it('puts in the texts of included prompts, and returns the text as written, too', async () => {
    const source = `Start. {{> ${id}@2}} End.`;
    const made = await ann.db
      .from('prompts')
      .insert({ title: 'Frame', content: source })
      .select('id')
      .single();
    const { body } = await request(`/prompts/${made.data?.id}`);
    expect(body).toMatchObject({ text: `Start. ${released} End.`, source });
  });

  it('returns 404 for a deleted prompt, until it is restored with its label', async () => {
    const setDeleted = (at: string | null) =>
      ann.db.from('prompts').update({ deleted_at: at }).eq('id', id);
    await setDeleted(new Date().toISOString());
    expect((await request(`/prompts/${id}@production`)).status).toBe(404);
    await setDeleted(null);
    expect((await request(`/prompts/${id}@production`)).body).toMatchObject({ text: released });
  });

  it('shows strangers the latest text of a public prompt, but no label and no history', async () => {
    const open = await writePrompt('Open', { isPublic: true });
    for (const bearer of [null, await createAccessToken(sam, ['prompts:read'])]) {
      const read = (path: string) => request(`/prompts/${path}`, { bearer });
      expect((await read(open)).body).toMatchObject({ text: latest });
      expect((await read(`${open}@production`)).status).toBe(404);
      expect((await read(`${open}@2`)).status).toBe(404);
      expect((await read(`${id}@production`)).status).toBe(404);
      expect((await read(id)).status).toBe(404);
    }
  });

  it('takes the token of a session too', async () => {
    const { data } = await ann.auth.getSession();
    const bearer = data.session?.access_token ?? '';
    expect((await request(`/prompts/${id}@production`, { bearer })).status).toBe(200);
  });
});

describe('GET /api/v1/prompts?ids=', () => {
  it('reads many at once, in order, each in its version or with its own error', async () => {
    const other = await writePrompt('Other');
    const { status, body } = await request(
      `/prompts?ids=${other}@production&ids=${id},${name}@production,${id}@staging,nonsense&ids=${id}@1`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      prompts: [
        { reference: `${other}@production`, id: other, version: 2, text: released },
        { reference: id, version: 3, label: null, text: latest },
        { reference: `${name}@production`, version: 2, label: 'production', text: released },
        { reference: `${id}@staging`, error: { code: 'not_found' } },
        { reference: 'nonsense', error: { code: 'not_found' } },
        { reference: `${id}@1`, version: 1, text: 'First' },
      ],
    });
  });

  it('has an ETag for all of them', async () => {
    const path = `/prompts?ids=${id}@production&ids=${id}@1`;
    const etag = (await request(path)).headers.get('etag') ?? '';
    const ask = () => request(path, { headers: { 'if-none-match': etag } });
    expect((await ask()).status).toBe(304);
    await release(id, 3);
    expect((await ask()).status).toBe(200);
  });

  it('refuses texts of more than 20,000,000 characters together', async () => {
    const long = await insert(ann, 'prompts', { title: 'Long', content: 'x'.repeat(1_000_000) });
    const ask = (times: number) => request(`/prompts?ids=${Array(times).fill(long).join(',')}`);
    expect((await ask(20)).status).toBe(200);
    expect(await ask(21)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('refuses more than 50, and a label for all', async () => {
    const many = Array.from({ length: 51 }, () => id).join(',');
    expect((await request(`/prompts?ids=${many}`)).status).toBe(400);
    expect((await request(`/prompts?ids=${id}&label=production`)).status).toBe(400);
  });
});

describe('GET /api/v1/prompts', () => {
  const titles = (body: unknown) =>
    (body as { prompts: { title: string }[] }).prompts.map(({ title }) => title);

  it('lists own prompts, newest first, in their latest versions', async () => {
    await writePrompt('Newer');
    const { body } = await request('/prompts');
    expect(titles(body)).toEqual(['Newer', 'Weekly report']);
    expect(body).toMatchObject({ prompts: [{ version: 3, label: null }, { version: 3 }] });
  });

  it('lists with a label only prompts that have it, in the versions that it names', async () => {
    await ann.db.from('prompts').insert({ title: 'Draft', content: 'x' });
    await ann.db.from('prompts').update({ title: 'Renamed' }).eq('id', id);
    const { body } = await request('/prompts?label=production');
    expect(body).toEqual({
      prompts: [
        {
          id,
          name: promptName({ id, title: 'Renamed' }),
          title: 'Weekly report',
          description: null,
          tags: [],
          version: 2,
          label: 'production',
          updated_at: expect.any(String) as string,
        },
      ],
      next: null,
    });
    expect((await request('/prompts?label=staging')).body).toEqual({ prompts: [], next: null });
  });

  it.each(['', '&label=production'])('goes on page by page%s', async (more) => {
    for (const title of ['B', 'C', 'D', 'E']) await writePrompt(title);
    const found: string[] = [];
    let after = '';
    do {
      const { body } = await request(`/prompts?limit=2${more}${after}`);
      found.push(...titles(body));
      const { next } = body as { next: string | null };
      after = next === null ? '' : `&after=${next}`;
    } while (after !== '');
    expect(found).toEqual(['E', 'D', 'C', 'B', 'Weekly report']);
  });

  it('lists the prompts of a group and of those below it, own and of teams', async () => {
    const work = await insert(ann, 'groups', { name: 'Work' });
    const mail = await insert(ann, 'groups', { name: 'R/D "x"', parent_id: work });
    const team_id = await insert(ann, 'teams', { name: 'Team' });
    const teams = await insert(ann, 'groups', { name: 'work', team_id });
    const theirs = await insert(sam, 'groups', { name: 'Work' });
    await insert(sam, 'prompts', { title: 'x', content: 'x', group_id: theirs });
    const below = await writePrompt('Below');
    await ann.db.from('prompts').update({ group_id: mail }).eq('id', below);
    await ann.db.from('prompts').insert([
      { title: 'In it', content: 'x', group_id: work },
      { title: 'Shared', content: 'x', group_id: teams },
    ]);
    const list = async (query: string) => titles((await request(`/prompts?${query}`)).body).sort();
    expect(await list('group=Work')).toEqual(['Below', 'In it', 'Shared']);
    expect(await list('group=Work&label=production')).toEqual(['Below']);
    expect(await list(`group=${encodeURIComponent('work/R\\/D "x"')}`)).toEqual(['Below']);
    const first = await request('/prompts?group=Work&limit=2');
    const { next } = first.body as { next: string };
    expect(await list(`group=Work&limit=2&after=${next}`)).toEqual(['Below']);
    const bearer = await createAccessToken(ann, ['prompts:read'], { group_id: mail });
    expect(titles((await request('/prompts?group=Work', { bearer })).body)).toEqual(['Below']);
    for (const path of ['Mail', '', 'Work/Mail', 'R']) {
      const missing = await request(`/prompts?group=${encodeURIComponent(path)}`);
      expect([missing.status, missing.body]).toEqual([
        404,
        { code: 'not_found', message: `There is no group ${JSON.stringify(path)}.` },
      ]);
    }
    await server.sql('delete from groups');
  });

  it("lists a team's prompts with labels that its members may see", async () => {
    const team_id = await insert(sam, 'teams', { name: 'Team' });
    await server.sql(
      `insert into team_members (team_id, user_id, role) values ($1, $2, 'editor')`,
      [team_id, ann.id],
    );
    const shared = await ann.db
      .from('prompts')
      .update({ team_id })
      .eq('id', id)
      .select('version')
      .single();
    const bearer = await createAccessToken(sam, ['prompts:read']);
    const read = (path: string) => request(path, { bearer });
    expect(titles((await read('/prompts')).body)).toEqual(['Weekly report']);
    expect((await read('/prompts?label=production')).body).toMatchObject({ prompts: [] });
    expect((await read(`/prompts/${id}@production`)).status).toBe(404);
    await release(id, Number(shared.data?.version));
    await save(id, 'Newer than production');
    expect((await read('/prompts?label=production')).body).toMatchObject({
      prompts: [{ id, version: 4, label: 'production' }],
    });
    expect((await read(`/prompts/${id}@production`)).body).toMatchObject({ text: latest });
  });

  it.each([
    ['limit=0', 400],
    ['limit=101', 400],
    ['limit=x', 400],
    ['after=x', 400],
    ['label=', 400],
    ['label=latest', 400],
    ['label=a&label=b', 400],
    ['tag=x', 400],
  ])('refuses ?%s', async (query, status) => {
    expect((await request(`/prompts?${query}`)).status).toBe(status);
  });

  it('needs somebody who is signed in', async () => {
    const { status, headers, body } = await request('/prompts', { bearer: null });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(body).toMatchObject({ code: 'unauthorized' });
  });
});

describe('POST /api/v1/prompts/{reference}/fill', () => {
  const fill = (reference: string, body: string, options: Options = {}) =>
    request(`/prompts/${reference}/fill`, { method: 'POST', body, ...options });

  it('fills the version that the label names byte by byte, and records a use', async () => {
    const value = `$& {{tone}} "\\"\n🎭`;
    const { status, body } = await fill(
      `${name}@production`,
      JSON.stringify({ variables: { name: value, other: 'x' } }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: 2,
      label: 'production',
      text: `Released to ${value}, dry`,
      variables: [
        { name: 'name', type: 'text' },
        { name: 'tone', default: 'dry' },
      ],
      unfilled: [],
    });
    const uses = await ann.db.from('prompt_uses').select('last_values').eq('prompt_id', id);
    expect(uses.data).toEqual([{ last_values: { name: value } }]);
  });

  it('fills variables with names that objects of JavaScript have', async () => {
    const odd = await writePrompt('Odd names');
    await save(odd, 'A {{prototype}} by {{constructor}}, {{__proto__}}');
    const body = '{"variables":{"prototype":"chair","constructor":"Ann","__proto__":"oak"}}';
    expect((await fill(odd, body)).body).toMatchObject({
      text: 'A chair by Ann, oak',
      unfilled: [],
    });
    const uses = await ann.db.from('prompt_uses').select('last_values').eq('prompt_id', odd);
    expect(JSON.stringify(uses.data)).toContain('"constructor":"Ann"');
  });

  it('leaves what has no value as it is, also with an empty body', async () => {
    expect((await fill(id, '')).body).toMatchObject({ text: latest, unfilled: ['name'] });
    expect((await fill(id, '{"variables":{"name":""}}')).body).toMatchObject({ text: latest });
  });

  it.each(['{', '[]', '{"variables":[]}', '{"variables":{"name":1}}', '"text"', '{"vars":{}}'])(
    'refuses the body %s',
    async (body) => {
      expect(await fill(id, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      });
    },
  );

  it('refuses values that would make the text too long', async () => {
    const often = await writePrompt('Often');
    await save(often, '{{name}}'.repeat(1_000));
    const variables = { name: 'x'.repeat(5_000) };
    expect(await fill(often, JSON.stringify({ variables }))).toMatchObject({
      status: 400,
      body: { message: 'The values make the text longer than 4,000,000 characters.' },
    });
  });

  it('fills public prompts for anybody', async () => {
    const open = await writePrompt('Open', { isPublic: true });
    const body = '{"variables":{"name":"Ada"}}';
    expect((await fill(open, body, { bearer: null })).body).toMatchObject({
      text: 'Latest to Ada',
    });
    expect((await fill(`${open}@production`, body, { bearer: null })).status).toBe(404);
  });
});

describe('/api/v1', () => {
  it('refuses tokens that are unknown, empty, or lack the scope', async () => {
    const path = `/prompts/${id}@production`;
    const unknown = await request(path, { bearer: `cbk_${'0'.repeat(48)}` });
    expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
    expect((await request(path, { bearer: ' ' })).status).toBe(401);
    const chains = await request(path, { bearer: await createAccessToken(ann, ['chains:read']) });
    expect(chains).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(chains.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="prompts:read"',
    );
  });

  it('takes no token from the query string', async () => {
    const { status } = await request(`/prompts/${id}?access_token=${token}`, { bearer: null });
    expect(status).toBe(400);
  });

  it.each([
    ['DELETE', '/prompts', 405],
    ['PUT', '/prompts/x', 405],
    ['GET', '/prompts/x/fill', 405],
    ['GET', '/other', 404],
    ['GET', '/prompts/x/y/z', 404],
  ])('answers %s %s with an error in its form', async (method, path, status) => {
    const reply = await request(path, { method });
    expect(reply.status).toBe(status);
    expect(Object.keys(reply.body ?? {})).toEqual(['code', 'message']);
  });

  it('answers HEAD as GET, without the body', async () => {
    const reply = await request(`/prompts/${id}@production`, { method: 'HEAD' });
    expect([reply.status, reply.body]).toEqual([200, null]);
    expect(reply.headers.get('etag')).toMatch(/^"/);
  });
});

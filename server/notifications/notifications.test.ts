import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '#server/mail/mail.ts';
import { MailNotSent, type Mailer } from '#server/mail/mailer.ts';
import { insert, type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';
import { sendNotifications } from './send-notifications.ts';

let ann: Person;
let sam: Person;
let prompt: string;
const server = await setUpTestServer({ BRAND_NAME: 'Prompter' });
beforeAll(async () => {
  ann = await signUp(server, 'ann@example.com');
  sam = await signUp(server, 'sam@example.com');
});

const publish = (person: Person, title: string) =>
  insert(person, 'prompts', { title, content: 'one', is_public: true });
const comment = (person: Person, body: string, id = prompt) =>
  insert(person, 'comments', { prompt_id: id, body });
const edit = async (person: Person, id: string, change: object) => {
  expect((await person.db.from('prompts').update(change).eq('id', id)).error).toBeNull();
};
const setNotifications = (person: Person, email: boolean) =>
  person.auth.updateUser({ data: { notifications: { email, marketing: false } } });
/** A day goes by for everybody who was mailed. */
const aDayLater = () =>
  server.sql(`update private.mailings set mailed_at = mailed_at - interval '24 hours'`);

let sent: Mail[] = [];
const mailer: Mailer = {
  local: false,
  send: async (mail) => void sent.push(mail),
  ready: async () => undefined,
  close: () => undefined,
};
function run(overrides: Partial<Mailer> = {}): Promise<number> {
  const { dependencies } = server;
  return sendNotifications({
    ...dependencies,
    links: dependencies.unsubscribeLinks,
    brand: dependencies.config.BRAND_NAME,
    mailer: { ...mailer, ...overrides },
  });
}

beforeEach(async () => {
  await server.sql(`delete from private.mailings`);
  await server.sql(`delete from private.notices`);
  await server.sql(`delete from private.moved_sources`);
  sent = [];
  prompt = await publish(ann, 'Greeting');
});

describe('a mail about comments', () => {
  it('goes to the owner, once for all of them, with a link to each prompt', async () => {
    const other = await publish(ann, 'A <b>bold</b> title');
    await comment(sam, 'Nice');
    await comment(sam, 'Very');
    await comment(sam, 'Hm', other);
    await comment(ann, 'Thanks');
    expect(await run()).toBe(1);
    expect(sent).toHaveLength(1);
    const [mail] = sent;
    expect(mail).toMatchObject({
      to: ann.email,
      subject: 'News about your prompts on Prompter',
    });
    expect(mail?.text).toContain('sam@\u200Bexample.\u200Bcom commented 2 times on “Greeting”');
    expect(mail?.text).toContain(`${server.url}/app/prompts/${prompt}`);
    expect(mail?.text).toContain(`${server.url}/app/prompts/${other}`);
    expect(mail?.html).toContain('A &lt;b&gt;bold&lt;/b&gt; title');
    expect(mail?.html).not.toContain('<b>');
  });

  it('is sent at most once a day, with everything since the last one', async () => {
    await comment(sam, 'One');
    expect(await run()).toBe(1);
    await comment(sam, 'Two');
    await comment(sam, 'Three');
    expect(await run()).toBe(0);
    await aDayLater();
    expect(await run()).toBe(1);
    expect(sent.at(-1)?.text).toContain('commented 2 times');
    await aDayLater();
    expect(await run()).toBe(0);
  });

  it('omits nothing that happens while it is sent', async () => {
    await comment(sam, 'One');
    const late = async (mail: Mail) => {
      sent.push(mail);
      await comment(sam, 'Two');
    };
    expect(await run({ send: late })).toBe(1);
    await aDayLater();
    expect(await run()).toBe(1);
    expect(sent[1]?.text).toContain('sam@\u200Bexample.\u200Bcom commented on “Greeting”');
  });

  it('is not sent when the comment is gone, its author hidden, or the prompt private again', async () => {
    const id = await comment(sam, 'Oops');
    await sam.db.from('comments').delete().eq('id', id);
    expect(await run()).toBe(0);
    await comment(sam, 'Spam');
    await ann.db.from('hidden_authors').insert({ author_id: sam.id });
    expect(await run()).toBe(0);
    await ann.db.from('hidden_authors').delete().eq('author_id', sam.id);
    await comment(sam, 'Fine');
    await edit(ann, prompt, { is_public: false });
    expect(await run()).toBe(0);
    expect(sent).toEqual([]);
  });
});

const propose = async (person: Person, content: string, base = 1) => {
  const change = { prompt_id: prompt, base_version: base, title: 'Greeting', content };
  expect((await person.db.rpc('propose_edit', change)).error).toBeNull();
  const [made] = await server.sql<{ id: string }>(
    'select id from proposals where prompt_id = $1 and content = $2',
    [prompt, content],
  );
  return made?.id ?? '';
};
const decline = async (person: Person, id: string) => {
  expect((await person.db.rpc('decline_proposal', { id, reason: 'No' })).error).toBeNull();
};
const accept = async (person: Person, id: string, content: string) => {
  const answer = { id, expected_version: 1, title: 'Greeting', content };
  expect((await person.db.rpc('accept_proposal', answer)).error).toBeNull();
};

describe('a mail about proposals', () => {
  it('goes to the owner of the prompt, and leads to the proposal', async () => {
    const id = await propose(sam, 'two');
    expect(await run()).toBe(1);
    expect(sent[0]?.to).toBe(ann.email);
    expect(sent[0]?.text).toContain('sam@\u200Bexample.\u200Bcom proposed a change to “Greeting”');
    expect(sent[0]?.text).toContain(`${server.url}/app/proposals/${id}`);
    expect(sent[0]?.headers).toHaveProperty('List-Unsubscribe-Post');
  });

  it('collects all of a day, and leads to the list', async () => {
    await propose(sam, 'two');
    await propose(sam, 'three');
    expect(await run()).toBe(1);
    expect(sent[0]?.text).toContain('proposed 2 changes to “Greeting”');
    expect(sent[0]?.text).toMatch(/\/app\/proposals$/m);
    await propose(sam, 'four');
    expect(await run()).toBe(0);
    await aDayLater();
    expect(await run()).toBe(1);
    expect(sent[1]?.text).toContain('proposed a change to “Greeting”');
  });

  it('is not sent when it was withdrawn or answered, the prompt deleted, or the author hidden', async () => {
    const id = await propose(sam, 'two');
    await sam.db.rpc('withdraw_proposal', { id });
    expect(await run()).toBe(0);
    await decline(ann, await propose(sam, 'three'));
    await setNotifications(sam, false);
    expect(await run()).toBe(0);
    await setNotifications(sam, true);
    await propose(sam, 'four');
    await edit(ann, prompt, { deleted_at: new Date().toISOString() });
    expect(await run()).toBe(0);
    await edit(ann, prompt, { deleted_at: null });
    await propose(sam, 'five');
    await ann.db.from('hidden_authors').insert({ author_id: sam.id });
    expect(await run()).toBe(0);
    await ann.db.from('hidden_authors').delete().eq('author_id', sam.id);
    expect(sent).toEqual([]);
  });

  it('goes to the owners of a team as well, but not for a base that they cannot read', async () => {
    const olga = await signUp(server, `olga-${prompt}@example.com`);
    const team = await insert(olga, 'teams', { name: 'Team' });
    await server.sql(
      `insert into team_members (team_id, user_id, role) values ($1, $2, 'editor')`,
      [team, ann.id],
    );
    await propose(sam, 'before');
    await edit(ann, prompt, { team_id: team });
    await run();
    expect(sent.map(({ to }) => to)).toEqual([ann.email]);
    await propose(sam, 'after', 2);
    await run();
    expect(sent[1]).toMatchObject({ to: olga.email });
    expect(sent[1]?.text).toContain('proposed a change to “Greeting”');
  });

  it('tells the author about answers, unless the prompt is private by then', async () => {
    const accepted = await propose(sam, 'two');
    const declined = await propose(sam, 'three');
    await server.sql('delete from private.notices');
    await accept(ann, accepted, 'two');
    await decline(ann, declined);
    expect(await run()).toBe(1);
    expect(sent[0]?.to).toBe(sam.email);
    expect(sent[0]?.text).toContain('Your proposals to “Greeting”: 1 accepted, 1 declined');

    prompt = await publish(ann, 'Farewell');
    const other = await propose(sam, 'four');
    await decline(ann, other);
    await edit(ann, prompt, { is_public: false });
    await aDayLater();
    expect(await run()).toBe(0);
    await edit(ann, prompt, { is_public: true });
    await decline(ann, await propose(sam, 'five', 3));
    expect(await run()).toBe(1);
    expect(sent[1]?.text).toContain('Your proposal to “Farewell” was declined');
  });
});

describe('a mail about a source', () => {
  it('goes to people who forked it after a change, until they adopt the change', async () => {
    const fork = await insert(sam, 'prompts', {
      title: 'Mine',
      content: 'one',
      forked_from: prompt,
    });
    expect(await run()).toBe(0);
    await edit(ann, prompt, { content: 'two' });
    await edit(ann, prompt, { content: 'three' });
    expect(await run()).toBe(1);
    expect(sent[0]?.to).toBe(sam.email);
    expect(sent[0]?.text).toContain('“Greeting” has changed since you forked it as “Mine”');
    expect(sent[0]?.text).toContain(`/app/prompts/${fork}`);
    await aDayLater();
    await edit(ann, prompt, { content: 'four' });
    await edit(sam, fork, { content: 'four', forked_from_version: 4 });
    expect(await run()).toBe(0);
  });

  it('is not sent for a change of the group, a reverted change, or a source that is private now', async () => {
    await insert(sam, 'prompts', { title: 'Mine', content: 'one', forked_from: prompt });
    await edit(ann, prompt, { content: 'two' });
    await edit(ann, prompt, { content: 'one' });
    expect(await run()).toBe(0);
    await edit(ann, prompt, { content: 'three' });
    await edit(ann, prompt, { is_public: false });
    expect(await run()).toBe(0);
  });

  it('is not sent to people who hid the author', async () => {
    await insert(sam, 'prompts', { title: 'Mine', content: 'one', forked_from: prompt });
    await edit(ann, prompt, { title: 'A new title' });
    await sam.db.from('hidden_authors').insert({ author_id: ann.id });
    expect(await run()).toBe(0);
    await sam.db.from('hidden_authors').delete().eq('author_id', ann.id);
  });
});

describe('recipients of notification mails', () => {
  it('exclude people who switched notifications off, whatever their marketing setting', async () => {
    await setNotifications(ann, false);
    await comment(sam, 'Nice');
    expect(await run()).toBe(0);
    await setNotifications(ann, true);
    expect(await run()).toBe(0);
    await comment(sam, 'Again');
    expect(await run()).toBe(1);
  });

  it('exclude unconfirmed addresses', async () => {
    await comment(sam, 'Nice');
    await server.sql('update auth.users set email_confirmed_at = null where id = $1', [ann.id]);
    expect(await run()).toBe(0);
    await server.sql('update auth.users set email_confirmed_at = now() where id = $1', [ann.id]);
  });

  it('get one mail each, however many servers send', async () => {
    await comment(sam, 'Nice');
    const theirs = await publish(sam, 'Theirs');
    await comment(ann, 'Nice', theirs);
    const counts = await Promise.all([run(), run(), run(), run()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(sent.map(({ to }) => to).toSorted()).toEqual([ann.email, sam.email]);
  });
});

describe('when mail cannot be sent', () => {
  const refuse = () => Promise.reject(new MailNotSent('away'));

  it('nothing is claimed while the mail server is down', async () => {
    await comment(sam, 'Nice');
    expect(await run({ ready: refuse })).toBe(0);
    expect(await run()).toBe(1);
  });

  it('a refused mail is retried later, with all its content', async () => {
    await comment(sam, 'One');
    expect(await run({ send: refuse })).toBe(0);
    await comment(sam, 'Two');
    expect(await run()).toBe(0);
    await server.sql(`update private.mailings set mailed_at = mailed_at - interval '16 minutes'`);
    expect(await run()).toBe(1);
    expect(sent[0]?.text).toContain('commented 2 times');
  });
});

describe('the unsubscribe link of a notification mail', () => {
  async function wayOut(): Promise<string> {
    await comment(sam, 'Nice');
    await run();
    const header = sent[0]?.headers?.['List-Unsubscribe'] ?? '';
    expect(sent[0]?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const address = header.slice(1, -1);
    expect(sent[0]?.text).toContain(address);
    expect(sent[0]?.html).toContain(address.replace('&', '&amp;'));
    return address;
  }
  const settings = async () => {
    const [row] = await server.sql<{ meta: Record<string, unknown> }>(
      'select raw_user_meta_data as meta from auth.users where id = $1',
      [ann.id],
    );
    return row?.meta;
  };

  it('shows one button, and works signed out', async () => {
    await setNotifications(ann, true);
    const address = await wayOut();
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(await page.text()).toContain('<form method="post">');
    expect(await settings()).toMatchObject({ notifications: { email: true } });
    // As a mail program does it (RFC 8058).
    const pressed = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(pressed.status).toBe(200);
    expect(await settings()).toMatchObject({
      full_name: ann.email,
      notifications: { email: false, marketing: false },
    });
    await aDayLater();
    await comment(sam, 'Still there?');
    expect(await run()).toBe(0);
  });

  it('also works for a person who never changed the setting', async () => {
    await ann.auth.updateUser({ data: { notifications: null } });
    await fetch(await wayOut(), { method: 'POST' });
    expect(await settings()).toMatchObject({ notifications: { email: false } });
    await setNotifications(ann, true);
  });

  it('refuses a link without a valid signature', async () => {
    const address = await wayOut();
    const forged = address.replace(ann.id, sam.id);
    const unsubscribe = `${server.url}/unsubscribe`;
    for (const wrong of [
      forged,
      address.slice(0, -2),
      unsubscribe,
      `${unsubscribe}?person=x&proof=`,
    ]) {
      expect((await fetch(wrong)).status).toBe(404);
      expect((await fetch(wrong, { method: 'POST' })).status).toBe(404);
    }
    expect(await settings()).toMatchObject({ notifications: { email: true } });
  });
});

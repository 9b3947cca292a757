import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '#server/mail/mail.ts';
import { MailNotSent, type Mailer } from '#server/mail/mailer.ts';
import { insert, type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';
import { sendInvitations } from './send-invitations.ts';

let olga: Person;
let sam: Person;
let team: string;
let sent: Mail[] = [];
const server = await setUpTestServer({ BRAND_NAME: 'Prompter' });
beforeAll(async () => {
  olga = await signUp(server, 'olga@example.com');
  sam = await signUp(server, 'sam@example.com');
});

beforeEach(async () => {
  await server.sql('delete from private.invitation_mails');
  sent = [];
  team = await insert(olga, 'teams', { name: 'Writers' });
});

function run(send: Mailer['send'] = async (mail) => void sent.push(mail)): Promise<number> {
  const { dependencies } = server;
  const mailer: Mailer = {
    local: false,
    send,
    ready: async () => undefined,
    close: () => undefined,
  };
  return sendInvitations({
    ...dependencies,
    brand: dependencies.config.BRAND_NAME,
    mailer,
  });
}

async function invite(email: string, role = 'editor'): Promise<string> {
  const { data, error } = await olga.db
    .rpc('invite_to_team', { team_id: team, role, email })
    .select('id')
    .single<{ id: string }>();
  expect(error).toBeNull();
  return data?.id ?? '';
}

describe('a mail about an invitation to a team', () => {
  it('goes to the address once, with a link to the invitation', async () => {
    const address = `${randomUUID()}@example.com`;
    const id = await invite(address);
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.to).toBe(address);
    expect(sent[0]?.text).toContain('Writers');
    expect(sent[0]?.text).toContain(`${server.url}/app/teams?invitation=${id}`);
  });

  it.each(['address', 'person'])('asks a member, invited by %s, for another role', async (by) => {
    const id = await invite('sam@example.com', 'viewer');
    expect((await sam.db.rpc('accept_team_invitation', { id })).error).toBeNull();
    if (by === 'address') await invite('sam@example.com');
    else await olga.db.rpc('invite_to_team', { team_id: team, role: 'editor', user_id: sam.id });
    expect(await run()).toBe(1);
    expect(sent[0]).toMatchObject({ to: 'sam@example.com' });
    expect(sent[0]?.text).toContain('wants to make you an editor of Writers');
    expect(sent[0]?.text).toContain("You're a viewer now.");
  });

  it('is not sent once the invitation was revoked', async () => {
    const id = await invite(`${randomUUID()}@example.com`);
    await olga.db.rpc('revoke_team_invitation', { id });
    expect(await run()).toBe(0);
  });

  it('is sent again when it failed, but not at once', async () => {
    await invite(`${randomUUID()}@example.com`);
    expect(await run(() => Promise.reject(new MailNotSent('down')))).toBe(0);
    expect(await run()).toBe(0);
    await server.sql(
      `update private.invitation_mails set claimed_at = claimed_at - interval '16 minutes'`,
    );
    expect(await run()).toBe(1);
  });

  it('does not wait for those of somebody else that fail again and again', async () => {
    const other = await insert(sam, 'teams', { name: 'Others' });
    for (let number = 0; number < 20; number += 1) {
      const email = `${randomUUID()}@refused.example`;
      await sam.db.rpc('invite_to_team', { team_id: other, role: 'viewer', email });
    }
    const refuse = async (mail: Mail) => {
      if (mail.to.endsWith('@refused.example')) throw new MailNotSent('550 No such user');
      sent.push(mail);
    };
    expect(await run(refuse)).toBe(0);
    await server.sql(
      `update private.invitation_mails set claimed_at = claimed_at - interval '16 minutes'`,
    );
    await invite(`${randomUUID()}@example.com`);
    expect(await run(refuse)).toBe(1);
  });

  it('is sent at most five times a day to an address, however often it is invited', async () => {
    const address = `${randomUUID()}@example.com`;
    for (let number = 0; number < 6; number += 1) {
      const id = await invite(address);
      await run();
      await olga.db.rpc('revoke_team_invitation', { id });
    }
    expect(sent).toHaveLength(5);
  });

  it('does not reach a person who hid the sender', async () => {
    await olga.db.from('prompts').insert({ title: 'P', content: 'p', is_public: true });
    await sam.db.from('hidden_authors').insert({ author_id: olga.id });
    await invite('sam@example.com');
    expect(await run()).toBe(0);
  });
});

describe('a mail about a shared prompt', () => {
  async function share(email: string): Promise<string> {
    const made = await olga.db
      .from('prompts')
      .insert({ title: 'Release notes', content: 'secret' })
      .select('id')
      .single<{ id: string }>();
    const { data, error } = await olga.db
      .rpc('share_prompt', { prompt_id: made.data?.id, email, role: 'editor' })
      .select('id')
      .single<{ id: string }>();
    expect(error).toBeNull();
    return data?.id ?? '';
  }

  it('goes to the address once, with title, right and link, and without the content', async () => {
    const address = `${randomUUID()}@example.com`;
    const id = await share(address);
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(sent[0]?.to).toBe(address);
    expect(sent[0]?.text).toContain('Release notes');
    expect(sent[0]?.text).toContain('view and edit');
    expect(sent[0]?.text).toContain(`${server.url}/app/teams/shared?invitation=${id}`);
    expect(`${sent[0]?.text} ${sent[0]?.html}`).not.toContain('secret');
  });

  it('is not sent once the share was revoked, or the prompt deleted', async () => {
    const id = await share(`${randomUUID()}@example.com`);
    await olga.db.rpc('revoke_prompt_share', { id });
    await share(`${randomUUID()}@example.com`);
    await olga.db
      .from('prompts')
      .update({ deleted_at: new Date().toISOString() })
      .eq('user_id', olga.id);
    expect(await run()).toBe(0);
  });

  it('shares the limit of five mails a day with invitations to teams', async () => {
    const address = `${randomUUID()}@example.com`;
    for (let number = 0; number < 3; number += 1) {
      await share(address);
      await invite(address);
      await run();
      await olga.db.from('teams').delete().eq('id', team);
      team = await insert(olga, 'teams', { name: 'Next' });
    }
    expect(sent).toHaveLength(5);
  });
});

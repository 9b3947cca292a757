import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookEvents } from '#contract/webhook-events.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { buildWorld, insert, newPerson, newPrompt, newTeam, type World } from '../world.ts';

const address = 'https://receiver.example/hook';
const test = await setUpTestDatabase();
let world: World;
beforeAll(async () => {
  world = await buildWorld(test);
});
beforeEach(async () => {
  await test.sql('delete from webhooks');
});

interface WebhookFields {
  readonly url?: string;
  readonly events?: readonly string[];
  readonly group_id?: string;
  readonly team_id?: string;
  readonly is_active?: boolean;
}

function create(person: string | null, fields: WebhookFields = {}) {
  const { url = address, events = webhookEvents, group_id, team_id, is_active = true } = fields;
  return test.asUser(person, 'select * from create_webhook($1, $2, $3, $4, $5)', [
    url,
    events,
    group_id ?? null,
    team_id ?? null,
    is_active,
  ]);
}

async function created(person: string, fields: WebhookFields = {}): Promise<string> {
  const { rows, refusal } = await create(person, fields);
  expect(refusal).toBeNull();
  return rows[0]?.['id'] ?? '';
}

/** Returns the queued events with their versions, oldest first. */
const queued = async (): Promise<string[]> =>
  (
    await test.sql<{ entry: string }>(
      `select concat_ws(' ', event, version_number) as entry from webhook_deliveries order by created_at`,
    )
  ).map(({ entry }) => entry);

describe('create_webhook', () => {
  it('returns a secret of 32 bytes once, which nobody reads again', async () => {
    const { rows } = await create(world.ann);
    const secret = rows[0]?.['secret'] ?? '';
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [row] = (await test.asUser(world.ann, 'select to_json(w) as json from webhooks w')).rows;
    expect(row?.['json']).not.toContain(secret.slice(6, 20));
    for (const role of ['authenticated', 'service_role']) {
      const { refusal } = await test.asRole(
        role,
        { role, sub: world.ann },
        'select * from private.webhook_secrets',
      );
      expect(refusal?.code).toBe('42501');
    }
  });

  it.each([
    ['ftp://receiver.example/', '23514'],
    ['receiver.example', '23514'],
    ['https://user:password@receiver.example/', '23514'],
    ['https://receiver.example\\@other.example/', '23514'],
    ['https://receiver.example/a b', '23514'],
    [`https://receiver.example/${'x'.repeat(2000)}`, '23514'],
  ])('refuses the address %s', async (url, code) => {
    expect((await create(world.ann, { url })).refusal?.code).toBe(code);
  });

  it('refuses no events, unknown ones, and groups and teams of others', async () => {
    expect((await create(world.ann, { events: [] })).refusal?.code).toBe('23514');
    expect((await create(world.ann, { events: ['prompt.read'] })).refusal?.code).toBe('23514');
    const { samsGroup, deletedGroup, team, group } = world;
    for (const fields of [{ group_id: samsGroup }, { group_id: deletedGroup }]) {
      expect((await create(world.ann, fields)).refusal?.code).toBe('PT404');
    }
    expect((await create(world.sam, { team_id: team })).refusal?.code).toBe('PT404');
    expect((await create(world.ann, { team_id: team, group_id: group })).refusal?.code).toBe(
      '23514',
    );
  });

  it('refuses an eleventh webhook', async () => {
    for (let number = 0; number < 10; number += 1) await created(world.ann);
    const { refusal } = await create(world.ann);
    expect([refusal?.code, refusal?.message]).toEqual([
      'PT422',
      'An account has at most 10 webhooks',
    ]);
    expect((await create(world.sam)).refusal).toBeNull();
  });
});

describe("somebody's webhook", () => {
  it.each([
    // statement, and the result for owner, stranger, owner of the team, signed out
    ['select from webhooks', '1 0 0 42501'],
    ['select from webhook_deliveries', '1 0 0 42501'],
    ["update webhooks set url = 'https://other.example/'", '1 0 0 42501'],
    ['update webhooks set user_id = {me}', '42501 42501 42501 42501'],
    ['update webhooks set failing_since = null', '42501 42501 42501 42501'],
    ['update webhook_deliveries set attempts = 0', '42501 42501 42501 42501'],
    ['delete from webhook_deliveries', '42501 42501 42501 42501'],
    [
      "insert into webhooks (url, events) values ('https://x.example/', '{}')",
      '42501 42501 42501 42501',
    ],
    ['select rotate_webhook_secret({webhook})', '1 PT404 PT404 42501'],
    ['select send_webhook_test({webhook})', '1 PT404 PT404 42501'],
    ['select resend_webhook_delivery({delivery})', '1 PT404 PT404 42501'],
    ['select from private.claim_webhook_deliveries(1)', '42501 42501 42501 42501'],
    [
      "select private.settle_webhook_delivery({delivery}, 'delivered', 200, null, null, 1)",
      '42501 42501 42501 42501',
    ],
    ['delete from webhooks', '1 0 0 42501'],
  ])('%s', async (statement, expected) => {
    const got = [];
    for (const person of [world.ann, world.sam, world.olga, null]) {
      const webhook = await created(world.ann, { team_id: world.team });
      const [delivery] = await test.sql<{ id: string }>(
        `insert into webhook_deliveries (webhook_id, event, status) values ($1, 'prompt.created', 'failed') returning id`,
        [webhook],
      );
      const filled = statement
        .replace('{webhook}', `'${webhook}'`)
        .replace('{delivery}', `'${delivery?.id}'`)
        .replace('{me}', `'${person ?? world.ann}'`);
      const text = /^(update|delete)/.test(filled) ? `${filled} returning id` : filled;
      const { rows, refusal } = await test.asUser(person, text);
      got.push(refusal?.code ?? rows.length);
      await test.sql('delete from webhooks');
    }
    expect(got.join(' ')).toBe(expected);
  });

  it('opens to no access token', async () => {
    const webhook = await created(world.ann);
    // A policy is asked only where there is a row.
    await test.asUser(world.ann, 'select send_webhook_test($1)', [webhook]);
    const scopes = ['prompts:read', 'prompts:write', 'chains:read', 'releases:write'];
    const claims = {
      sub: world.ann,
      role: 'authenticated',
      access_token: { id: world.ann, scopes },
    };
    for (const statement of [
      'select from webhooks',
      'select from webhook_deliveries',
      'update webhooks set is_active = false',
      'delete from webhooks',
    ]) {
      const { refusal } = await test.asRole('authenticated', claims, statement);
      expect(refusal?.message).toBe('Access tokens cannot be used for this');
    }
    const { refusal } = await test.asRole(
      'authenticated',
      claims,
      `select create_webhook('${address}', '{prompt.created}')`,
    );
    expect(refusal?.code).toBe('PT401');
  });

  it('can be paused and deleted after its owner has left the team', async () => {
    const vic = await newPerson(test);
    const team = await newTeam(test, { owner: [world.olga], viewer: [vic] });
    await created(vic, { team_id: team });
    await test.asUser(vic, 'select leave_team($1)', [team]);
    const paused = await test.asUser(vic, 'update webhooks set is_active = false returning id');
    expect([paused.refusal, paused.rows.length]).toEqual([null, 1]);
    const moved = await test.asUser(vic, 'update webhooks set team_id = $1', [world.team]);
    expect(moved.refusal?.code).toBe('PT404');
    expect((await test.asUser(vic, 'delete from webhooks returning id')).rows).toHaveLength(1);
  });
});

describe('the queue of webhooks', () => {
  it('has each event of a prompt in its order, and nothing else', async () => {
    await created(world.ann);
    const id = await newPrompt(test, world.ann);
    for (const change of [
      `content = 'new'`,
      `content = 'new'`,
      'deleted_at = now()',
      'deleted_at = null',
    ]) {
      await test.asUser(world.ann, `update prompts set ${change} where id = $1`, [id]);
    }
    await test.asUser(world.ann, `select move_prompt_label($1, 'production', 1)`, [id]);
    await test.asUser(world.ann, `select protect_prompt_label($1, 'production', true)`, [id]);
    await test.asUser(world.ann, `select protect_prompt_label($1, 'production', false)`, [id]);
    await test.asUser(world.ann, `select remove_prompt_label($1, 'production')`, [id]);
    await test.asUser(world.ann, 'delete from prompts where id = $1', [id]);
    expect(await queued()).toEqual([
      'prompt.created 1',
      'prompt.updated 2',
      'prompt.deleted 2',
      'prompt.restored 2',
      'label.moved',
      'label.moved',
      'prompt.deleted',
    ]);
  });

  it('has one entry for each prompt of a statement that changes many', async () => {
    await created(world.ann);
    await test.asUser(
      world.ann,
      `insert into prompts (title, content) select 'T', 'c' from generate_series(1, 50)`,
    );
    await test.asUser(
      world.ann,
      `update prompts set content = 'd' where title = 'T' and user_id = $1`,
      [world.ann],
    );
    const entries = await queued();
    expect(entries.filter((entry) => entry === 'prompt.created 1')).toHaveLength(50);
    expect(entries.filter((entry) => entry === 'prompt.updated 2')).toHaveLength(50);
    await test.sql(`delete from prompts where title = 'T'`);
  });

  it('has nothing of a transaction that was rolled back', async () => {
    await created(world.ann);
    await expect(
      test.sql(
        `do $$ begin
           insert into prompts (title, content, user_id) values ('T', 'c', '${world.ann}');
           raise exception 'stop';
         end $$`,
      ),
    ).rejects.toThrow('stop');
    expect(await queued()).toEqual([]);
  });

  it('has only the events that were chosen, and none while the webhook is paused', async () => {
    await created(world.ann, { events: ['prompt.updated'] });
    await created(world.ann, { is_active: false });
    const id = await newPrompt(test, world.ann);
    await test.asUser(world.ann, `update prompts set content = 'new' where id = $1`, [id]);
    expect(await queued()).toEqual(['prompt.updated 2']);
  });

  it.each([
    ['a prompt in the group', 'group', { group: true }, 1],
    ['a prompt in a group two levels below it', 'group', { below: true }, 1],
    ['a prompt outside the group', 'group', {}, 0],
    ['a prompt in a group around it', 'group', { around: true }, 0],
    ['a prompt of the team', 'team', { team: true }, 1],
    ['a prompt outside the team', 'team', {}, 0],
  ] as const)('has for %s the right number of entries', async (_what, limit, where, count) => {
    const { ann: user_id, group, team } = world;
    const middle = await insert(test, 'groups', { name: 'A', user_id, parent_id: group });
    const below = await insert(test, 'groups', { name: 'B', user_id, parent_id: middle });
    const around = await insert(test, 'groups', { name: 'C', user_id });
    await test.sql('update groups set parent_id = $1 where id = $2', [around, group]);
    await created(world.ann, limit === 'group' ? { group_id: group } : { team_id: team });
    await newPrompt(test, world.ann, {
      ...('group' in where ? { group_id: group } : {}),
      ...('below' in where ? { group_id: below } : {}),
      ...('around' in where ? { group_id: around } : {}),
      ...('team' in where ? { team_id: team } : {}),
    });
    expect(await queued()).toHaveLength(count);
  });

  it('has events of a team for its members, and of nobody else for strangers', async () => {
    for (const person of [world.ann, world.vic, world.sam]) await created(person);
    await newPrompt(test, world.ann, { team_id: world.team });
    await newPrompt(test, world.ann, { is_public: true });
    const rows = await test.sql(
      `select w.user_id, count(*)::integer from webhook_deliveries d join webhooks w on w.id = d.webhook_id group by 1`,
    );
    expect(new Map(rows.map(({ user_id, count }) => [user_id, count]))).toEqual(
      new Map([
        [world.ann, 2],
        [world.vic, 1],
      ]),
    );
  });

  it('ends with the account', async () => {
    const person = await newPerson(test);
    await created(person);
    await newPrompt(test, person);
    await test.asUser(person, 'select delete_user_account()');
    expect(await queued()).toEqual([]);
    expect(await test.sql('select from webhooks')).toEqual([]);
    expect(await test.sql('select from private.webhook_secrets')).toEqual([]);
  });

  it('loses what is older than 14 days, and all but the last 1000 that were sent', async () => {
    const webhook = await created(world.ann);
    await test.sql(
      `insert into webhook_deliveries (webhook_id, event, status, created_at)
       select $1, 'prompt.updated', status, now() - age from (values
         ('delivered', interval '15 days'), ('pending', interval '15 days'), ('pending', interval '1 day')
       ) old (status, age)`,
      [webhook],
    );
    await test.sql(
      `insert into webhook_deliveries (webhook_id, event, status)
       select $1, 'prompt.created', 'delivered' from generate_series(1, 1005)`,
      [webhook],
    );
    await test.sql('select purge_deleted()');
    const left = await queued();
    expect(left.filter((entry) => entry === 'prompt.created')).toHaveLength(1000);
    expect(left.filter((entry) => entry === 'prompt.updated')).toHaveLength(1);
  });
});

describe('claim_webhook_deliveries', () => {
  const queue = (webhook: string, count: number) =>
    test.sql(
      `insert into webhook_deliveries (webhook_id, event, created_at)
       select $1, 'prompt.created', now() from generate_series(1, $2)`,
      [webhook, count],
    );
  /** Claims, and returns the webhook of each claim. */
  const claim = async (most = 100): Promise<string[]> =>
    (
      await test.sql<{ webhook_id: string }>('select * from private.claim_webhook_deliveries($1)', [
        most,
      ])
    ).map(({ webhook_id }) => webhook_id);

  it('claims at most 5 of a webhook at once, and 1 while it fails', async () => {
    const [busy, failing] = [await created(world.ann), await created(world.ann)];
    await test.sql('update webhooks set failing_since = now() where id = $1', [failing]);
    await queue(busy, 20);
    await queue(failing, 20);
    const claims = await claim();
    expect(claims.filter((id) => id === busy)).toHaveLength(5);
    expect(claims.filter((id) => id === failing)).toHaveLength(1);
    expect(await claim()).toEqual([]);
  });

  it('gives everybody a turn before the one with a long queue gets more', async () => {
    const [long, short] = [await created(world.ann), await created(world.sam)];
    await queue(long, 1000);
    await queue(short, 1);
    expect(await claim(2)).toEqual(expect.arrayContaining([long, short]));
  });

  it('claims nothing of a paused webhook or a banned person', async () => {
    const banned = await newPerson(test);
    const [paused, other] = [await created(world.ann), await created(banned)];
    await queue(paused, 1);
    await queue(other, 1);
    await test.asUser(world.ann, 'update webhooks set is_active = false');
    await test.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      banned,
    ]);
    expect(await claim()).toEqual([]);
    await test.asUser(world.ann, 'update webhooks set is_active = true');
    expect(await claim()).toEqual([paused]);
  });

  it('claims again what a server did not settle within a minute', async () => {
    const webhook = await created(world.ann);
    await queue(webhook, 1);
    expect(await claim()).toEqual([webhook]);
    await test.sql(
      `update webhook_deliveries set claimed_until = claimed_until - interval '1 minute',
         next_attempt_at = next_attempt_at - interval '1 minute'`,
    );
    expect(await claim()).toEqual([webhook]);
  });
});

import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '#server/testing/test-database.ts';
import { type Claims, insert, newPerson, newPrompt, newTeam } from '../world.ts';

const people = [
  'ann',
  'olga',
  'ed',
  'vic',
  'fay',
  'ivy',
  'val',
  'eve',
  'pia',
  'rob',
  'sam',
] as const;

/**
 * The callers of the matrix.
 *
 * - ann owns the rows. In the team, she is an editor.
 * - olga, ed and vic are owner, editor and viewer of the team.
 * - fay was an editor of the team. One of her prompts stayed in it.
 * - ivy is invited to the team, and hasn't answered.
 * - val and eve accepted a share of ann's private prompt: to view, and to edit.
 * - pia is offered the same prompt to edit, and hasn't answered. Rob could edit it until ann revoked
 *   that.
 * - sam is a stranger.
 * - reading, elsewhere and in_team are access tokens of ann's: one with prompts:read alone, two with
 *   all scopes that they can have, limited to an empty group and to the team.
 */
export const callers = [...people, 'anon', 'service', 'reading', 'elsewhere', 'in_team'] as const;
export type CallerName = (typeof callers)[number];

export interface RightsWorld {
  /** Ids and other values that statements name. */
  readonly values: Readonly<Record<string, string>>;
  readonly claimsOf: (caller: CallerName) => Claims;
}

export async function buildRightsWorld(test: TestDatabase): Promise<RightsWorld> {
  const created: Record<string, string> = {};
  for (const name of people) created[name] = await newPerson(test, name);
  const idOf = (name: string): string => {
    const id = created[name];
    if (id === undefined) throw new Error(`The world has no ${name}`);
    return id;
  };
  const [ann, olga, fay, sam] = [idOf('ann'), idOf('olga'), idOf('fay'), idOf('sam')];
  /** Runs a statement as a person. */
  async function as(person: string, text: string, ...values: readonly unknown[]) {
    const { rows, refusal } = await test.asUser(idOf(person), text, values);
    if (refusal !== null) throw new Error(`${person}: ${refusal.message}: ${text}`);
    return rows;
  }
  async function create(name: string, table: string, row: Readonly<Record<string, unknown>>) {
    const id = await insert(test, table, row);
    created[name] = id;
    return id;
  }

  const team = await newTeam(test, {
    owner: [olga],
    editor: [ann, idOf('ed'), fay],
    viewer: [idOf('vic')],
  });
  const samsTeam = await newTeam(test, { owner: [sam] });
  const group = await create('group', 'groups', { name: 'Work', user_id: ann });
  await create('innerGroup', 'groups', { name: 'Mail', user_id: ann, parent_id: group });
  await create('emptyGroup', 'groups', { name: 'Elsewhere', user_id: ann });
  await create('deletedGroup', 'groups', { name: 'Old', user_id: ann });
  await test.sql('update groups set deleted_at = now() where id = $1', [created['deletedGroup']]);
  await create('samsGroup', 'groups', { name: 'Sam', user_id: sam });
  await create('teamGroup', 'groups', { name: 'Launch', team_id: team });
  await create('deletedTeamGroup', 'groups', { name: 'Old', team_id: team });
  await test.sql('update groups set deleted_at = now() where id = $1', [
    created['deletedTeamGroup'],
  ]);

  /** Creates a prompt whose second version is the first that others may read. */
  async function twoVersions(name: string, person: string, fields: Record<string, unknown>) {
    created[name] = await newPrompt(test, idOf(person), { title: 'Quillfeather', ...fields });
    await as(person, `update prompts set content = 'Second' where id = $1`, created[name]);
    return created[name];
  }
  const privatePrompt = await twoVersions('privatePrompt', 'ann', {
    group_id: created['innerGroup'],
  });
  const teamPrompt = await twoVersions('teamPrompt', 'ann', {});
  const faysPrompt = await twoVersions('faysPrompt', 'fay', { tags: ['launch'] });
  const deletedTeamPrompt = await twoVersions('deletedTeamPrompt', 'ann', {});
  for (const prompt of [teamPrompt, faysPrompt, deletedTeamPrompt]) {
    const owner = prompt === faysPrompt ? 'fay' : 'ann';
    await as(owner, 'update prompts set team_id = $2 where id = $1', prompt, team);
  }
  const deletedPrompt = await twoVersions('deletedPrompt', 'ann', {});
  await twoVersions('publicPrompt', 'ann', { is_public: true });
  await twoVersions('samsPrompt', 'sam', {});
  await twoVersions('samsPublicPrompt', 'sam', { is_public: true });

  /** Shares two prompts of ann's with a person, who accepts. */
  async function share(person: string, role: string, accepts = true): Promise<void> {
    for (const prompt of [privatePrompt, deletedPrompt]) {
      const email = `${idOf(person)}@example.com`;
      const text = 'select id from share_prompt($1, $2, $3)';
      const id = (await as('ann', text, prompt, email, role))[0]?.['id'] ?? '';
      if (accepts) await as(person, 'select accept_prompt_share($1)', id);
      if (prompt === privatePrompt) created[`${person}Share`] = id;
    }
  }
  await share('val', 'viewer');
  await share('eve', 'editor');
  await share('pia', 'editor', false);
  await share('rob', 'editor');
  await as(
    'ann',
    'select revoke_prompt_share(id) from prompt_shares where user_id = $1',
    idOf('rob'),
  );

  for (const prompt of [privatePrompt, teamPrompt]) {
    await as('ann', `select move_prompt_label($1, 'old', 1)`, prompt);
    await as(
      'ann',
      `select move_prompt_label($1, 'production', version) from prompts where id = $1`,
      prompt,
    );
  }

  const invitation = `select id from invite_to_team($1, 'editor', $2)`;
  created['invitation'] =
    (await as('olga', invitation, team, `${idOf('ivy')}@example.com`))[0]?.['id'] ?? '';
  const link = `select create_team_link($1, 'viewer', 100) as token`;
  created['linkToken'] = (await as('olga', link, team))[0]?.['token'] ?? '';
  created['link'] = (await as('olga', 'select id from team_links'))[0]?.['id'] ?? '';

  // Fay keeps what she made from the team's prompt while she was a member.
  await twoVersions('faysFork', 'fay', { forked_from: teamPrompt });
  created['faysIncluding'] = await newPrompt(test, fay, { content: `{{> ${teamPrompt}}}` });

  created['comment'] = await insertComment('publicPrompt', 'ann');
  created['samsComment'] = await insertComment('publicPrompt', 'sam');
  await insertComment('privatePrompt', 'ann');
  await insertComment('teamPrompt', 'ann');
  function insertComment(prompt: string, person: string): Promise<string> {
    return insert(test, 'comments', { prompt_id: idOf(prompt), user_id: idOf(person), body: 'Hm' });
  }

  await test.sql(
    `insert into storage.objects (bucket_id, name, version)
     select 'attachments', id || '/' || gen_random_uuid(), gen_random_uuid() from unnest($1::uuid[]) id`,
    [[privatePrompt, teamPrompt, idOf('publicPrompt')]],
  );
  await test.sql('update prompt_attachments set created_by = $1', [ann]);

  const faysChain = await create('faysChain', 'chains', { title: 'Chain', user_id: fay });
  const chain = await create('chain', 'chains', { title: 'Chain', user_id: ann });
  await create('samsChain', 'chains', { title: 'Chain', user_id: sam });
  // Shows the team a prompt of the team, one that only ann reads, and a text written in it.
  const teamChain = await create('teamChain', 'chains', {
    title: 'Chain',
    user_id: ann,
    team_id: team,
  });
  await test.sql(
    `insert into chain_prompts (chain_id, prompt_id, title, content, sequence_order)
     values ($1, $2, null, null, 1), ($1, $3, null, null, 2), ($1, null, 'Own', 'Written', 3)`,
    [teamChain, teamPrompt, privatePrompt],
  );
  const faysTeamChain = await create('faysTeamChain', 'chains', {
    title: 'Chain',
    user_id: fay,
    team_id: team,
  });
  await test.sql(
    `insert into chain_prompts (chain_id, title, content, sequence_order) values ($1, 'Own', 'Written', 1)`,
    [faysTeamChain],
  );
  await test.sql(
    `insert into chain_prompts (chain_id, prompt_id, sequence_order) values ($1, $3, 1), ($2, $3, 1)`,
    [chain, faysChain, teamPrompt],
  );
  await create('run', 'chain_runs', { title: 'Run', user_id: ann, chain_id: chain });
  await create('olgasRun', 'chain_runs', { title: 'Run', user_id: olga, chain_id: teamChain });
  await as(
    'ann',
    `update prompts set content = 'Third {{> ' || $2 || '}}' where id = $1`,
    privatePrompt,
    idOf('publicPrompt'),
  );
  for (const [person, prompt] of [
    ['val', privatePrompt],
    ['vic', teamPrompt],
  ] as const) {
    const proposal = `select id from propose_edit($1, 3, 'Proposed', 'Better')`;
    created[`${person}sProposal`] = (await as(person, proposal, prompt))[0]?.['id'] ?? '';
  }
  created['webhook'] =
    (
      await as('ann', `select id from create_webhook('https://x.example/', '{prompt.created}')`)
    )[0]?.['id'] ?? '';
  await create('delivery', 'webhook_deliveries', {
    webhook_id: created['webhook'],
    event: 'prompt.created',
    status: 'failed',
  });
  await as(
    'ann',
    `with hidden as (insert into hidden_authors (author_id) values ($1)),
       report as (insert into reports (prompt_id, reason) values ($2, 'spam')),
       token as (select create_access_token('One', '{prompts:read}'))
     insert into import_parts (import_id, part, content) select $3, 0, '{}' from token`,
    fay,
    idOf('samsPublicPrompt'),
    ann,
  );
  created['session'] = randomUUID();
  await test.sql('insert into auth.sessions (id, user_id) values ($1, $2)', [
    created['session'],
    ann,
  ]);
  await test.sql(`insert into takedowns (prompt_id, reason) values ($1, 'Copied')`, [
    deletedPrompt,
  ]);
  await test.sql(`insert into subscriptions (user_id, status) values ($1, 'active')`, [ann]);

  // Everybody marked and used both prompts, as if they could read them once.
  for (const table of ['favorites', 'prompt_uses']) {
    await test.sql(
      `insert into ${table} (user_id, prompt_id) select person, prompt
       from unnest($1::uuid[]) person, unnest($2::uuid[]) prompt on conflict do nothing`,
      [people.map(idOf), [privatePrompt, teamPrompt]],
    );
  }

  await as('olga', 'delete from team_members where user_id = $1', fay);
  await as('ann', 'update prompts set deleted_at = now() where id = any ($1)', [
    deletedPrompt,
    deletedTeamPrompt,
  ]);

  for (const prompt of [privatePrompt, teamPrompt]) {
    await test.sql(`select realtime.send('{}', 'changed', 'prompt:' || $1)`, [prompt]);
  }
  // Objects get new names when somebody loses a right to them.
  for (const kind of ['private', 'team', 'public']) {
    const [file] = await test.sql<{ name: string }>(
      'select object_name as name from prompt_attachments where prompt_id = $1',
      [idOf(`${kind}Prompt`)],
    );
    created[`${kind}File`] = file?.name ?? '';
  }

  const token = (scopes: string, limits = {}): Claims => ({
    role: 'authenticated',
    sub: ann,
    access_token: { id: ann, scopes: scopes.split(' '), ...limits },
  });
  const all = 'prompts:read prompts:write releases:write';
  const programs: Readonly<Record<string, Claims>> = {
    anon: { role: 'anon' },
    service: { role: 'service_role' },
    reading: token('prompts:read'),
    elsewhere: token(all, { group_id: created['emptyGroup'] }),
    in_team: token(`${all} chains:read`, { team_id: team }),
  };
  return {
    values: { ...created, team, samsTeam, first: '0'.repeat(32), last: 'f'.repeat(32) },
    claimsOf: (caller) => programs[caller] ?? { role: 'authenticated', sub: idOf(caller) },
  };
}

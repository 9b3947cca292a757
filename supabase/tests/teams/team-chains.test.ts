import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newPrompt, newTeamOfThree } from '../world.ts';

const test = await setUpTestDatabase();
let olga: string;
let ed: string;
let vic: string;
let team: string;
/** Ed's, in the team: a prompt of the team, a private one of his, and a text written in it. */
let chain: string;
let edsPrivate: string;
beforeEach(async () => {
  ({ olga, ed, vic, team } = await newTeamOfThree(test));
  edsPrivate = await newPrompt(test, ed, { content: 'Secret' });
  const shared = await newPrompt(test, ed, { team_id: team });
  const steps = [
    { prompt_id: shared },
    { prompt_id: edsPrivate },
    { title: 'Own', content: 'Written' },
  ];
  const [made] = await act(
    ed,
    `select (c).id from save_chain('Launch', steps => $1, team_id => $2) c`,
    JSON.stringify(steps),
    team,
  );
  chain = made?.['id'] ?? '';
});

/** Runs a statement that must succeed. */
const act = test.succeedAs;

const refusalOf = async (person: string, text: string, ...values: unknown[]) =>
  (await test.asUser(person, text, values)).refusal?.code;

const isReadBy = async (person: string) =>
  (await act(person, 'select from chains where id = $1', chain)).length === 1;

async function stored(): Promise<{ user_id: string; team_id: string | null } | undefined> {
  const rows = await test.sql<{ user_id: string; team_id: string | null }>(
    'select user_id, team_id from chains where id = $1',
    [chain],
  );
  return rows[0];
}

/** The steps of the chain as save_chain takes them. */
const stepsOf = (person: string) =>
  act(
    person,
    `select id, prompt_id, title, content from chain_prompts
     where chain_id = $1 order by sequence_order`,
    chain,
  );

const save = `select save_chain('Changed', chain_id => $1, steps => $2)`;

describe('save_chain() in a team', () => {
  it('saves for owners and editors, and refuses viewers and former members', async () => {
    const steps = JSON.stringify(await stepsOf(vic));
    await act(olga, save, chain, steps);
    expect(await refusalOf(vic, save, chain, steps)).toBe('42501');
    await act(olga, 'delete from team_members where user_id = $1', vic);
    expect(await refusalOf(vic, save, chain, steps)).toBe('PT404');
    expect(await refusalOf(await newPerson(test), save, chain, steps)).toBe('PT404');
  });

  it('keeps a step whose prompt the editor cannot read, and adds no other with it', async () => {
    const steps = await stepsOf(olga);
    expect(await act(olga, 'select from readable_prompts where id = $1', edsPrivate)).toEqual([]);
    await act(olga, save, chain, JSON.stringify(steps.toReversed()));
    expect((await stepsOf(ed)).map((step) => step['prompt_id'])[1]).toBe(edsPrivate);
    const copy = JSON.stringify([...steps, { prompt_id: edsPrivate }]);
    expect(await refusalOf(olga, save, chain, copy)).toBe('42501');
    expect(
      await refusalOf(
        olga,
        `select save_chain('Copy', steps => $1)`,
        JSON.stringify(steps.slice(1)),
      ),
    ).toBe('42501');
  });

  it('refuses a save that is based on an older state', async () => {
    const steps = JSON.stringify(await stepsOf(ed));
    const [base] = await act(ed, 'select updated_at from chains where id = $1', chain);
    await act(olga, save, chain, steps);
    expect(
      await refusalOf(
        ed,
        `select save_chain('Mine', chain_id => $1, steps => $2, based_on => $3)`,
        chain,
        steps,
        base?.['updated_at'],
      ),
    ).toBe('PT409');
  });

  it('moves no chain', async () => {
    const code = await refusalOf(
      ed,
      `select save_chain('Launch', chain_id => $1, steps => $2, team_id => $3)`,
      chain,
      JSON.stringify(await stepsOf(ed)),
      team,
    );
    expect(code).toBe('22023');
  });
});

describe('a chain of a team', () => {
  it('is told to its members: added, changed, taken out and deleted', async () => {
    await act(olga, `update chains set title = 'Start' where id = $1`, chain);
    await act(ed, 'update chains set team_id = null where id = $1', chain);
    await act(ed, `update chains set title = 'Secret' where id = $1`, chain);
    await act(ed, `update chains set team_id = $2, title = 'Again' where id = $1`, chain, team);
    await act(olga, 'delete from chains where id = $1', chain);
    const entries = await act(
      vic,
      `select a.action, p.full_name as actor, a.title, a.chain_id from team_activity a
       join profiles p on p.id = a.actor_id where a.action like 'chain%' order by a.id`,
    );
    expect(
      entries.map((entry) => `${entry['actor']} ${entry['action']} ${entry['title']}`),
    ).toEqual([
      'Ed chain_added Launch',
      'Olga chain_changed Start',
      'Ed chain_removed Start',
      'Ed chain_added Again',
      'Olga chain_deleted Again',
    ]);
    expect(new Set(entries.map((entry) => entry['chain_id']))).toEqual(new Set([chain]));
  });

  it('keeps the runs of its members when it is deleted, each for one person', async () => {
    const start = 'insert into chain_runs (title, chain_id) values ($1, $2) returning id';
    const [run] = await act(vic, start, 'Run', chain);
    expect(await act(ed, 'select from chain_runs where id = $1', run?.['id'])).toEqual([]);
    await act(ed, 'delete from chains where id = $1', chain);
    expect(await act(vic, 'select chain_id from chain_runs where id = $1', run?.['id'])).toEqual([
      { chain_id: null },
    ]);
  });

  it('stays with its author and the team when the author leaves', async () => {
    await act(ed, 'select leave_team($1)', team);
    expect([await isReadBy(ed), await isReadBy(vic)]).toEqual([true, true]);
    await act(ed, 'update chains set team_id = null where id = $1', chain);
    expect([await isReadBy(ed), await isReadBy(vic)]).toEqual([true, false]);
    expect(await refusalOf(ed, 'update chains set team_id = $2 where id = $1', chain, team)).toBe(
      '42501',
    );
  });

  it('goes with its author who leaves and takes along what is theirs', async () => {
    await act(ed, 'select leave_team($1, true)', team);
    expect(await stored()).toEqual({ user_id: ed, team_id: null });
  });

  it('stays shared when its author is removed', async () => {
    await act(olga, 'delete from team_members where user_id = $1', ed);
    expect(await stored()).toEqual({ user_id: ed, team_id: team });
    expect([await isReadBy(ed), await isReadBy(vic)]).toEqual([true, true]);
  });

  it('returns to its author when the team is deleted', async () => {
    await act(olga, 'delete from teams where id = $1', team);
    expect(await stored()).toEqual({ user_id: ed, team_id: null });
    expect([await isReadBy(ed), await isReadBy(olga)]).toEqual([true, false]);
  });

  it('passes to an owner when its author deletes their account', async () => {
    await act(ed, 'select delete_user_account()');
    expect(await stored()).toEqual({ user_id: olga, team_id: team });
    expect((await stepsOf(vic)).map((step) => step['prompt_id'] !== null)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('passes on from an author who had left', async () => {
    await act(olga, 'delete from team_members where user_id = $1', ed);
    await test.sql('update prompts set team_id = null where user_id = $1', [ed]);
    await act(ed, 'select delete_user_account()');
    expect(await stored()).toEqual({ user_id: olga, team_id: team });
  });

  it('is deleted with the account of its author when only viewers are left', async () => {
    await act(ed, 'select leave_team($1)', team);
    await test.sql('delete from auth.users where id = $1', [olga]);
    expect(await stored()).toEqual({ user_id: ed, team_id: null });
    await act(ed, 'select delete_user_account()');
    expect(await stored()).toBeUndefined();
  });
});

describe('prompt_usage() in a team', () => {
  it('names chains that the caller reads, and texts in those that they may change', async () => {
    const included = await newPrompt(test, ed, { team_id: team });
    await act(
      ed,
      `update chain_prompts set content = '{{> ' || $2 || '}}' where chain_id = $1 and content is not null`,
      chain,
      included,
    );
    const usage = async (person: string) => {
      const [row] = await act(
        person,
        `select concat(u -> 'chain_count', ' chains, ', jsonb_array_length(u -> 'steps'), ' steps') as shown
         from prompt_usage(array[$1]::uuid[]) u`,
        included,
      );
      return row?.['shown'];
    };
    expect(await usage(ed)).toBe('1 chains, 1 steps');
    expect(await usage(olga)).toBe('1 chains, 1 steps');
    expect(await usage(vic)).toBe('1 chains, 0 steps');
  });
});

describe('plans', () => {
  async function indexesOf(person: string, statement: string, value: string): Promise<string> {
    const rows = await act(person, `explain ${statement.replace('$1', `'${value}'`)}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  it('read the lists of a person and of a team from an index', async () => {
    await test.sql(
      `insert into chains (title, user_id, team_id)
       select 'Chain', $1, case when n % 10 = 0 then $2::uuid end from generate_series(1, 3000) n`,
      [olga, team],
    );
    await insert(test, 'chains', { id: randomUUID(), title: 'Mine', user_id: ed });
    await test.sql('analyze chains');
    const newest = 'order by created_at desc, id desc limit 30';
    const own = await indexesOf(ed, `select * from chains where user_id = $1 ${newest}`, ed);
    expect(own).toContain('chains_newest_idx');
    const shared = await indexesOf(vic, `select * from chains where team_id = $1 ${newest}`, team);
    expect(shared).toContain('chains_team_id_idx');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let vic: string;
beforeAll(async () => {
  const [olga, reader] = [await newPerson(test), await newPerson(test)];
  vic = reader;
  const team = await newTeam(test, { owner: [olga], viewer: [vic] });
  await test.sql(
    `insert into prompts (title, content, user_id, team_id)
     select 'Prompt ' || n, 'text', $1, $2 from generate_series(1, 100) n`,
    [olga, team],
  );
  const chain = await insert(test, 'chains', { title: 'Chain', user_id: olga, team_id: team });
  await insert(test, 'chain_prompts', {
    chain_id: chain,
    title: 'Own',
    content: 'Written',
    sequence_order: 1,
  });
  await test.sql('analyze');
});

interface PlanNode {
  readonly Output?: readonly string[];
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns how often each function of sets of ids runs in a plan, in the order of its nodes. */
function loopsOf(node: PlanNode): number[] {
  const isSet = node.Output?.some((column) =>
    /^\(?private\.(my_\w+_ids|my_first_versions|token_group_ids)\(.*\)/.test(column),
  );
  return [
    ...(isSet === true ? [node['Actual Loops']] : []),
    ...(node.Plans ?? []).flatMap(loopsOf),
  ];
}

describe('a policy reads the teams and shares of the caller once a statement', () => {
  const columns = 'select p.id, p.title';
  it.each([
    ['a list', `${columns} from prompts p where p.deleted_at is null`],
    ['a view', `${columns} from readable_prompts p where p.deleted_at is null`],
    ['versions', 'select v.title from prompt_versions v'],
    [
      'a join of versions',
      `${columns} from prompts p join prompt_versions v on v.prompt_id = p.id`,
    ],
    ['chains', 'select c.title from chains c'],
    ['steps of chains', 'select s.title from chain_prompts s'],
    ['the activity', 'select a.title from team_activity a'],
    ['a change', `update prompts set title = 'New'`],
  ])('for %s', async (_what, statement) => {
    const claims = { sub: vic, role: 'authenticated' };
    const { rows } = await test.asRole(
      'authenticated',
      claims,
      `explain (analyze, verbose, format json) ${statement}`,
    );
    const [{ Plan: plan }] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '[]') as [{ Plan: PlanNode }];
    const loops = loopsOf(plan);
    expect(loops.length).toBeGreaterThan(0);
    expect(Math.max(...loops)).toBe(1);
  });
});

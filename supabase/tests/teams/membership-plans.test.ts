import { randomUUID } from 'node:crypto';
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
  readonly Filter?: string;
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

/** Runs a statement as vic, and returns its plan. */
async function explain(claims: object, statement: string): Promise<PlanNode> {
  const { rows } = await test.asRole(
    'authenticated',
    { sub: vic, role: 'authenticated', ...claims },
    `explain (analyze, verbose, format json) ${statement}`,
  );
  const [{ Plan: plan }] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '[]') as [{ Plan: PlanNode }];
  return plan;
}

/** Returns the conditions that a plan evaluates for each row. */
function filtersOf({ Filter: filter = '', Plans: plans = [] }: PlanNode): string[] {
  return [filter, ...plans.flatMap(filtersOf)];
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
    const plan = await explain({}, statement);
    const loops = loopsOf(plan);
    expect(loops.length).toBeGreaterThan(0);
    expect(Math.max(...loops)).toBe(1);
  });
});

// A function takes about 0.1 ms for each row, and programs often read without a filter.
describe('a policy reads the limit of an access token once a statement', () => {
  const limits = [{}, { group_id: randomUUID() }, { team_id: randomUUID() }];
  it.each(
    ['prompts', 'readable_prompts', 'groups', 'chains', 'prompt_stats'].flatMap((table) =>
      limits.map((limit) => ({ table, limit, limitedTo: Object.keys(limit)[0] ?? 'nothing' })),
    ),
  )('for $table, with a token limited to $limitedTo', async ({ table, limit }) => {
    const token = { id: vic, scopes: ['prompts:read', 'chains:read'], ...limit };
    const plan = await explain({ access_token: token }, `select * from ${table}`);
    expect(filtersOf(plan).join('\n')).not.toMatch(/token_/);
    expect(Math.max(1, ...loopsOf(plan))).toBe(1);
  });
});

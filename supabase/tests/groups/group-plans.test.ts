import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';

/*
 * The cost of a tree of 1,000 groups, 8 deep, among those of others: a person's own, and a team's for
 * an editor who owns none of its prompts.
 */

const trees = 125;
const depth = 8;
const groupCount = trees * depth;
const promptCount = 3_000;

const test = await setUpTestDatabase();
const ann = randomUUID();
const ed = randomUUID();
const team = randomUUID();

/** A group at the top, and the path of the lowest group below it. */
const top = { own: '', team: '' };
const path = `in:"${Array.from({ length: depth }, (_, level) => `Level ${level} of 7`).join('/')}"`;

beforeAll(async () => {
  for (const person of [ann, ed]) await addPerson(person);
  await test.sql(`insert into teams (id, name, created_by) values ($1, 'Team', $2)`, [team, ann]);
  await test.sql(
    `insert into team_members (team_id, user_id, role) values ($1, $2, 'editor') on conflict do nothing`,
    [team, ed],
  );
  top.own = await addGroups('user_id', ann);
  top.team = await addGroups('team_id', team);
  for (const owner of ['user_id', 'team_id']) {
    await test.sql(
      `insert into prompts (user_id, title, content, group_id, team_id)
        select $1, 'Prompt ' || n, 'About {{topic}} and tea', g.id, g.team_id
        from generate_series(0, $3::integer - 1) n
        join (select *, row_number() over (order by id) as at from groups where ${owner} = $2) g
          on g.at = n % $4 + 1`,
      [ann, owner === 'user_id' ? ann : team, promptCount, groupCount],
    );
  }
  // Other people's.
  await test.sql(
    `insert into auth.users (id, email)
      select gen_random_uuid(), 'other' || n || '@example.com' from generate_series(1, 200) n`,
  );
  await test.sql(
    `insert into groups (user_id, name) select u.id, 'Level ' || n || ' of 7'
      from auth.users u, generate_series(0, 49) n where u.email like 'other%'`,
  );
  await test.sql(
    `insert into prompts (user_id, title, content, group_id)
      select user_id, 'Prompt', 'About tea', id from (
        select *, row_number() over (partition by user_id order by id) as at from groups
        where user_id <> $1) g
      where at <= 20`,
    [ann],
  );
  await test.sql('vacuum analyze');
}, 300_000);

async function addPerson(id: string): Promise<void> {
  await test.sql('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.com`]);
}

/** Adds trees of groups below each other. Returns the group at the top of the first. */
async function addGroups(owner: 'user_id' | 'team_id', id: string): Promise<string> {
  let above: string[] = [];
  let first = '';
  for (let level = 0; level < depth; level += 1) {
    const rows: readonly { id: string }[] = await test.sql<{ id: string }>(
      `insert into groups (user_id, team_id, name, parent_id)
        select $1, $2, 'Level ' || $3::integer || ' of ' || n, ($4::uuid[])[n + 1]
        from generate_series(0, $5::integer - 1) n returning id`,
      [
        owner === 'user_id' ? id : null,
        owner === 'team_id' ? id : null,
        level,
        above.length === 0 ? null : above,
        trees,
      ],
    );
    above = rows.map((row) => row.id);
    first ||= above[7] ?? '';
  }
  return first;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Rows Removed by Filter'?: number | undefined;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[] | undefined;
}
const planNode: v.GenericSchema<PlanNode> = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  'Rows Removed by Filter': v.optional(v.number()),
  'Actual Loops': v.number(),
  Plans: v.optional(v.array(v.lazy(() => planNode))),
});
const plans = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([
    v.object({
      Plan: v.intersect([
        planNode,
        v.object({ 'Shared Hit Blocks': v.number(), 'Shared Read Blocks': v.number() }),
      ]),
    }),
  ]),
);

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

const runs = 6;

/** Returns what a statement costs at least, as a person's request runs it. */
async function measure(person: string, statement: string) {
  const costs = [];
  // On each connection, PostgreSQL first reads its catalogue, too.
  for (let run = 0; run < runs; run += 1) costs.push(await explain(person, statement));
  return costs.reduce((one, other) => (other.pages < one.pages ? other : one));
}

async function explain(person: string, statement: string) {
  const text = `explain (analyze, buffers, format json) ${statement}`;
  const rows = await test.succeedAs(person, text);
  const [{ Plan }] = v.parse(plans, rows[0]?.['QUERY PLAN']);
  const nodes = nodesOf(Plan);
  return {
    pages: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'],
    removed: nodes
      .map((node) => (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'])
      .reduce((sum, rows) => sum + rows, 0),
    scans: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [],
    ),
  };
}

/** Returns 50 filters of a search box. */
function repeat50(filter: (number: number) => string): string {
  return Array.from({ length: 50 }, (_, number) => filter(number)).join(' ');
}

const columns = 'id, title, left(content, 300) as preview, tags, version, user_id, group_id';

describe.each([
  ['a person', 'own', ann, `user_id = '${ann}'`, 'library'],
  ['a team', 'team', ed, `team_id = '${team}'`, `team:${team}`],
] as const)('1,000 groups of %s', (_, kind, person, place, scope) => {
  it.each([
    [
      'the tree with its counts',
      () => `select g.id, g.name, g.parent_id, c.count from groups g left join lateral (
        select count(*) from prompts p where p.group_id = g.id and p.deleted_at is null) c on true
        where g.${place} and g.deleted_at is null order by g.created_at desc, g.id desc limit 1000`,
      // The index and the rows of each group's three prompts.
      6 * groupCount,
    ],
    [
      'a page of a group and below',
      () => `select ${columns} from prompts_below('${top[kind]}') where deleted_at is null
        order by created_at desc, id desc limit 31`,
      200,
    ],
    [
      'a page of one group',
      () => `select ${columns} from prompts where group_id = '${top[kind]}' and deleted_at is null
        order by created_at desc, id desc limit 31`,
      50,
    ],
    [
      'the count of a group and below',
      () => `select count_prompts('', '${scope}', '${top[kind]}', true)`,
      400,
    ],
    ['a search in a path', () => `select * from search_prompts('${path}', '${scope}')`, 500],
    [
      'a search in one of 50 paths',
      () => `select * from search_prompts('${repeat50((n) => `in:"7 of ${n}"`)}', '${scope}')`,
      100,
    ],
    [
      'a search in one of 50 groups',
      () => `select * from search_prompts('${repeat50((n) => `group:"7 of ${n}."`)}', '${scope}')`,
      100,
    ],
    [
      'a search by one of 50 authors',
      () => `select * from search_prompts('${repeat50((n) => `author:${n}`)}', '${scope}')`,
      100,
    ],
    [
      'a search of a word in a path',
      () => `select * from search_prompts('tea ${path}', '${scope}')`,
      800,
    ],
    [
      'a group and below by title',
      () =>
        `select ${columns} from prompts_by_title(in_group => '${top[kind]}', and_below => true)`,
      300,
    ],
    [
      'the library by title',
      () => `select ${columns} from prompts_by_title()`,
      // Each of 50 prompts by its index.
      500,
    ],
    ['the path of /api/v1', () => `select private.my_groups_in('Level 6 of 7/Level 7 of 7')`, 100],
    ['a move', () => `update groups set parent_id = null where id = '${top[kind]}'`, 100],
  ])('%s', async (_name, statement, mostPages) => {
    const { pages, removed, scans } = await measure(person, statement());
    expect(pages).toBeLessThan(mostPages);
    // No row is read that belongs to somebody else.
    expect(removed).toBeLessThan(10);
    expect(scans).toEqual([]);
  });
});

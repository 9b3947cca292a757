import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, expect, it } from 'vitest';
import type { Statement } from '#server/db/database.ts';
import { Library } from '#server/library/library.ts';
import { createLog } from '#server/log.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { type PromptSet, readPromptPage } from './prompt-set.ts';

const test = await setUpTestDatabase();
/** People with libraries of these sizes, and as many prompts in each set. */
const people = [
  { id: randomUUID(), group: randomUUID(), others: randomUUID(), size: 200 },
  { id: randomUUID(), group: randomUUID(), others: randomUUID(), size: 4_000 },
];
const chosen = 120;

beforeAll(async () => {
  for (const { id, group, others, size } of people) {
    await test.sql('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.com`]);
    await test.sql(
      `insert into public.groups (id, user_id, name) values ($1, $3, 'Set'), ($2, $3, 'Others')`,
      [group, others, id],
    );
    await test.sql(
      `insert into public.prompts (user_id, title, content, group_id)
        select $1, 'Prompt ' || n, 'About {{topic}}', case when n <= $4 then $2::uuid else $3::uuid end
        from generate_series(1, $5) n`,
      [id, group, others, chosen, size],
    );
    await test.sql(
      `insert into public.favorites (user_id, prompt_id)
        select user_id, id from public.prompts where user_id = $1 and group_id = $2`,
      [id, group],
    );
  }
  await test.sql('vacuum analyze');
});

interface PlanNode {
  readonly 'Actual Rows'?: number | undefined;
  readonly 'Actual Loops'?: number | undefined;
  readonly 'Rows Removed by Filter'?: number | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}
const planNode: v.GenericSchema<PlanNode> = v.object({
  'Actual Rows': v.optional(v.number()),
  'Actual Loops': v.optional(v.number()),
  'Rows Removed by Filter': v.optional(v.number()),
  Plans: v.optional(v.array(v.lazy(() => planNode))),
});
const plan = v.pipe(
  v.string(),
  v.transform((text): unknown => JSON.parse(text)),
  v.tuple([
    v.object({
      Plan: v.intersect([
        planNode,
        v.object({ 'Shared Hit Blocks': v.number(), 'Shared Read Blocks': v.number() }),
      ]),
    }),
  ]),
);

/** Returns how many rows the steps of a plan looked at. */
function rowsOf(node: PlanNode): number {
  const own = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  const below = (node.Plans ?? []).map(rowsOf).reduce((sum, rows) => sum + rows, 0);
  return own * (node['Actual Loops'] ?? 1) + below;
}

/** Returns how many rows and pages of the database the first page of a set costs, and its prompts. */
async function measure(person: string, set: PromptSet) {
  const claims = { sub: person, role: 'authenticated' };
  const statements: Statement[] = [];
  const { requests } = test.database;
  const library = new Library(
    {
      runner: {
        ...requests,
        run: (settings, statement) => {
          statements.push(statement);
          return requests.run(settings, statement);
        },
      },
      log: createLog('error', console.warn),
    },
    {
      caller: { apiKey: 'none', role: 'authenticated', claims, claimsJson: JSON.stringify(claims) },
      clientAddress: () => '203.0.113.9',
      path: '/mcp',
    },
  );
  const page = await readPromptPage(library, set, undefined);
  let cost = 0;
  for (const { text, values } of statements) {
    const { rows } = await test.asUser(
      person,
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    const [{ Plan }] = v.parse(plan, rows[0]?.['QUERY PLAN']);
    cost += rowsOf(Plan) + Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
  }
  return { cost, count: page.prompts.length, hasNext: page.next !== null };
}

it.each<(group: string) => PromptSet>([
  () => ({ kind: 'favourites' }),
  (id) => ({ kind: 'group', id }),
])('a page costs the same in a library twenty times as large', async (setOf) => {
  const costs: number[] = [];
  for (const { id, group } of people) {
    // The first time, PostgreSQL also reads its catalogue.
    await measure(id, setOf(group));
    const { cost, count, hasNext } = await measure(id, setOf(group));
    expect([count, hasNext]).toEqual([50, true]);
    costs.push(cost);
  }
  const [small = 0, large = 0] = costs;
  expect(large).toBeLessThan(1.5 * small);
  // Nor does it look at every prompt of the installation.
  expect(large).toBeLessThan(1_000);
});

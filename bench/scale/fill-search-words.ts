import type { Client } from 'pg';
import { promptId } from '../seed-ids.ts';
import type { Sizes } from './sizes.ts';

/** More would sort gigabytes. */
const promptsPerCall = 20_000;

interface Partition {
  readonly id: string;
  readonly prompts: number;
}

/**
 * Fills the word lists and search keys of all partitions that are large enough for them, as
 * `read_search_queue` does in time.
 */
export async function fillSearchWords(
  pair: readonly [Client, Client],
  { prompts: promptCount, indexed }: Pick<Sizes, 'prompts' | 'indexed'>,
): Promise<void> {
  const { rows } = await pair[0].query<Partition>(
    `select id, count(*)::integer as prompts
     from public.prompt_search s, unnest(private.prompt_partitions(s)) id
     group by id having count(*) >= greatest($1, (private.search_thresholds()).indexed_partition_size)
     order by prompts desc`,
    [indexed],
  );
  const tasks = tasksFor(rows, promptCount);
  await takeTurns(pair, tasks, (client, statements) => runAll(client, statements));
  const keys = slices(promptCount).map(([first, last]) => ({
    text: `select private.add_search_keys(array(
        select prompt_id from public.prompt_search where prompt_id between $1 and $2))`,
    values: [first, last],
  }));
  await takeTurns(pair, keys, (client, statement) => client.query(statement));
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Returns lists of statements. Only one connection at a time adds to the words of a partition. */
function tasksFor(partitions: readonly Partition[], promptCount: number): Statement[][] {
  const large = partitions.filter(({ prompts }) => prompts > promptsPerCall);
  const small = partitions.slice(large.length);
  const smallPerTask = Math.max(1, Math.floor(promptsPerCall / (small[0]?.prompts ?? 1)));
  return [
    ...large.map(({ id }) =>
      slices(promptCount).map(([first, last]) => ({
        text: `select private.add_to_word_lists(array(
            select prompt_id from public.prompt_search s
            where prompt_id between $2 and $3 and $1 = any (private.prompt_partitions(s))
          ), array[$1::uuid])`,
        values: [id, first, last],
      })),
    ),
    ...Array.from({ length: Math.ceil(small.length / smallPerTask) }, (_, task) => [
      {
        text: 'select private.add_to_word_lists(array(select private.partition_prompts($1)), $1)',
        values: [small.slice(task * smallPerTask, (task + 1) * smallPerTask).map(({ id }) => id)],
      },
    ]),
  ];
}

/** Returns the first and last ids of slices of all prompts. */
function slices(promptCount: number): [string, string][] {
  return Array.from({ length: Math.ceil(promptCount / promptsPerCall) }, (_, slice) => {
    const first = slice * promptsPerCall;
    return [promptId(first), promptId(first + promptsPerCall - 1)];
  });
}

async function runAll(client: Client, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

/** Both connections take the next task when they are free. */
async function takeTurns<Task>(
  pair: readonly [Client, Client],
  tasks: readonly Task[],
  run: (client: Client, task: Task) => Promise<unknown>,
): Promise<void> {
  const rest = tasks.values();
  await Promise.all(
    pair.map(async (client) => {
      for (const task of rest) await run(client, task);
    }),
  );
}

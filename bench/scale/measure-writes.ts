import type { ClientConfig } from 'pg';
import { withClient } from '../with-client.ts';
import { idDigits, personId, promptId, promptIdPrefix } from '../seed-ids.ts';
import { promptText } from '../prompt-text.ts';
import { connectAs } from './measure-cases.ts';
import { type Measured, measureRuns } from './measure.ts';

const runs = 60;
const { content } = promptText(4_242);

/** Returns statement and parameters of each kind of save, for a run and the caller's prompts. */
const writes: Readonly<
  Record<string, (run: number, ownIds: readonly string[]) => [string, unknown[]]>
> = {
  create: (run) => [
    `insert into public.prompts (title, content, description, tags) values ($1, $2, 'For a small team.', '{marketing}') returning id`,
    [`Plan ${run}`, `${content}\nEdition ${run}.`],
  ],
  update: (run, ownIds) => [
    'update public.prompts set content = $1 where id = $2 returning id',
    [`${content}\nRevised ${run}.`, ownIds[run % ownIds.length]],
  ],
  favourite: (run) => [
    `insert into public.favorites (user_id, prompt_id)
     select $1, p.id from public.prompts p where p.is_public and p.deleted_at is null and p.id >= $2
       and not exists (select from public.favorites f where f.user_id = $1 and f.prompt_id = p.id)
     order by p.id limit 1 returning prompt_id`,
    [personId(2), promptId(run)],
  ],
  fork: (run) => [
    `insert into public.prompts (title, content, forked_from, forked_from_version)
     select 'Fork ' || p.title, p.content, p.id, 1 from public.prompts p
     where p.is_public and p.deleted_at is null and p.user_id <> $1 and p.id >= $2 order by p.id limit 1 returning id`,
    [personId(2), promptIdPrefix + idDigits(run)],
  ],
  'chain save': (run, ownIds) => [
    'select id from public.save_chain($1, $2::uuid[])',
    [`Chain ${run}`, ownIds.slice(0, 5)],
  ],
};

async function readOwnPrompts(login: ClientConfig): Promise<string[]> {
  return withClient(login, async (admin) => {
    const { rows } = await admin.query<{ id: string }>(
      'select id from public.prompts where user_id = $1 and deleted_at is null order by id limit 20',
      [personId(2)],
    );
    return rows.map(({ id }) => id);
  });
}

/** Measures what saves cost in the database, triggers included. Rolls each kind back. */
export async function measureWrites(
  login: ClientConfig,
  names: readonly string[] = Object.keys(writes),
): Promise<Measured[]> {
  const ownIds = await readOwnPrompts(login);
  const client = await connectAs(login, 2);
  try {
    const measured: Measured[] = [];
    for (const name of names) {
      const write = writes[name];
      if (write === undefined) continue;
      await client.query('begin');
      measured.push(
        await measureRuns(client, name, runs, async (run) => {
          const [statement, values] = write(run, ownIds);
          const { rows } = await client.query(statement, values);
          if (rows.length !== 1) throw new Error(`${name} wrote ${rows.length} rows.`);
          await client.query('set constraints all immediate');
          return { rows: 1, parameters: '' };
        }),
      );
      await client.query('rollback');
    }
    return measured;
  } finally {
    await client.end();
  }
}

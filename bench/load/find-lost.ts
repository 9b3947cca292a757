import { Client } from 'pg';
import { socketOf } from '../server-process.ts';
import type { Person } from './person.ts';

/** What was acknowledged, and is not there; and what is there more than once. */
export interface Found {
  readonly looked: number;
  readonly lost: number;
  readonly surplus: number;
}

interface Row {
  readonly prompt_id: string;
  readonly contents: string[];
}

/** Looks for every acknowledged write in the database itself. */
export async function findLost(dataDir: string, people: readonly Person[]): Promise<Found> {
  const client = new Client({ ...socketOf(dataDir), user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    const counted = { looked: 0, lost: 0, surplus: 0 };
    for (const { kept } of people) {
      const ids = [...kept.prompts.keys()];
      const { rows } = await client.query<Row>(
        `select p.id as prompt_id, array_agg(v.content order by v.version_number) as contents
         from public.prompts p join public.prompt_versions v on v.prompt_id = p.id
           and (v.version_number < p.version or v.content = p.content)
         where p.id = any($1) group by p.id`,
        [ids],
      );
      const there = new Map(rows.map(({ prompt_id: id, contents }) => [id, contents]));
      for (const [id, versions] of kept.prompts) {
        const contents = there.get(id) ?? [];
        counted.looked += versions.length;
        counted.lost += versions.filter((content, index) => contents[index] !== content).length;
        counted.surplus += Math.max(0, contents.length - versions.length);
      }
      const marks = await client.query<{ prompt_id: string }>(
        'select prompt_id from public.favorites where prompt_id = any($1)',
        [ids],
      );
      const marked = new Set(marks.rows.map(({ prompt_id: id }) => id));
      for (const [id, wanted] of kept.favourites) {
        counted.looked += 1;
        if (marked.has(id) !== wanted) counted.lost += 1;
      }
    }
    return counted;
  } finally {
    await client.end();
  }
}

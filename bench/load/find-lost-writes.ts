import { withClient } from '../with-client.ts';
import { superuserOf } from '../server-process.ts';
import type { VirtualUser } from './virtual-user.ts';

/** Numbers of acknowledged writes. */
export interface WriteCheck {
  readonly checked: number;
  readonly lost: number;
  readonly duplicated: number;
}

interface Row {
  readonly prompt_id: string;
  readonly contents: string[];
}

/** Looks up every acknowledged write in the database. */
export async function findLostWrites(
  dataDir: string,
  users: readonly Pick<VirtualUser, 'acknowledged'>[],
): Promise<WriteCheck> {
  return withClient(superuserOf(dataDir), async (client) => {
    const result = { checked: 0, lost: 0, duplicated: 0 };
    for (const { acknowledged } of users) {
      const ids = [...acknowledged.prompts.keys()];
      const { rows } = await client.query<Row>(
        `select p.id as prompt_id, array_agg(v.content order by v.version_number) as contents
         from public.prompts p join public.prompt_versions v on v.prompt_id = p.id
           and (v.version_number < p.version or v.content = p.content)
         where p.id = any($1) group by p.id`,
        [ids],
      );
      const storedContents = new Map(rows.map(({ prompt_id: id, contents }) => [id, contents]));
      for (const [id, versions] of acknowledged.prompts) {
        const contents = storedContents.get(id) ?? [];
        result.checked += versions.length;
        result.lost += versions.filter((content, index) => contents[index] !== content).length;
        result.duplicated += Math.max(0, contents.length - versions.length);
      }
      const favourites = await client.query<{ prompt_id: string }>(
        'select prompt_id from public.favorites where prompt_id = any($1)',
        [ids],
      );
      const favouriteIds = new Set(favourites.rows.map(({ prompt_id: id }) => id));
      for (const [id, isFavourite] of acknowledged.favourites) {
        result.checked += 1;
        if (favouriteIds.has(id) !== isFavourite) result.lost += 1;
      }
    }
    return result;
  });
}

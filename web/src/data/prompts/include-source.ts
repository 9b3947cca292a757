import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';

const maxOffered = 12;

/** Finds prompts that a text can include: in the library, by words of the title and content. */
async function find(text: string) {
  const rows = unwrap(
    await db.rpc('search_prompts', { query: text, scope: 'library', page_size: maxOffered }),
  );
  return rows.map(({ id, title }) => ({ id, title }));
}

/** Returns the titles of prompts by id, of those that the person may read. */
async function readTitles(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = unwrap(
    await db
      .from('readable_prompts')
      .select('id, title')
      .in('id', [...ids])
      .is('deleted_at', null),
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Answers the editor about references to other prompts. */
export const includeSource = { find, readTitles };

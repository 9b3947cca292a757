import { beforeAll, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
const long = `Café ${'éloge '.repeat(200)}before the Needle after ${'words '.repeat(200)}`;
beforeAll(async () => {
  ann = await newPerson(test, 'Ann');
  await newPrompt(test, ann, {
    title: 'Haystack',
    content: long,
    tags: ['barn'],
    description: 'So many words',
  });
});

async function excerptFor(query: string): Promise<string | null | undefined> {
  const outcome = await test.asUser(ann, 'select title, excerpt from search_prompts($1)', [query]);
  expect(outcome.rows.map(({ title }) => title)).toEqual(['Haystack']);
  return outcome.rows[0]?.['excerpt'];
}

it.each([
  ['a word far into the content', 'needle'],
  ['one of which the title has the other word', 'haystack néedle'],
  ['a phrase', '"the needle after"'],
  ['a word with a typo', 'nedele'],
  ['a word behind one with a typo that is seen', 'haystakc needle'],
])('a place is shown of %s', async (_what, query) => {
  const excerpt = await excerptFor(query);
  expect(excerpt).toHaveLength(300);
  expect(long).toContain(excerpt);
  expect(excerpt?.indexOf('before the Needle after')).toBeLessThan(100);
});

it.each([
  ['the title has', 'haystack'],
  ['the beginning has', 'cafe eloge'],
  ['a tag has', 'eloge tag:barn'],
  ['description and beginning have', 'words cafe'],
  ['was not asked for', ''],
])('no place is shown of what %s', async (_what, query) => {
  expect(await excerptFor(query)).toBeNull();
});

it('search_prompts() excerpts the word if the title folds to more letters', async () => {
  await newPrompt(test, ann, { title: 'ß'.repeat(400), content: `${'x '.repeat(400)}thimble` });
  const { rows } = await test.asUser(ann, `select excerpt from search_prompts('thimble')`);
  expect(rows[0]?.['excerpt']).toContain('thimble');
});

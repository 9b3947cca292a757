import { beforeAll, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt } from '../world.ts';

const words = ['vejx', 'vejxo', 'mowzek', 'quvjibz', 'hzarqufy', 'dlimxokge', 'brxolnydwk'];

const test = await setUpTestDatabase();
beforeAll(async () => {
  const person = await newPerson(test);
  for (const word of words) {
    await newPrompt(test, person, { title: word, content: 'Some text', is_public: true });
  }
  await test.sql('select read_search_queue(null, 1)');
});

async function find(query: string): Promise<string[]> {
  const rows = await test.sql<{ title: string }>(`select title from community_feed('latest', $1)`, [
    query,
  ]);
  return rows.map(({ title }) => title);
}

/** Returns the word with each letter wrong, missing, doubled by another, and swapped with the next. */
function typosOf(word: string): string[] {
  return Array.from(word).flatMap((letter, at) => {
    const [start, end] = [word.slice(0, at), word.slice(at + 1)];
    return [
      `${start}a${end}`,
      ...(at > 0 ? [`${start}a${letter}${end}`] : []),
      ...(word.length > 4 ? [start + end] : []),
      ...(end === '' ? [] : [start + (end[0] ?? '') + letter + end.slice(1)]),
    ];
  });
}

it.each(words)('community_feed() finds %s with any one letter wrong', async (word) => {
  const typos = typosOf(word).filter((typo) => typo.length >= 4);
  const missed = [];
  for (const typo of typos) {
    if (!(await find(typo)).includes(word)) missed.push(typo);
  }
  expect(missed).toEqual([]);
});

it.each(['brx', 'lny', 'dwk', 'w', 'ow', 'mowzek'])(
  'community_feed() finds the words that contain %s',
  async (part) => {
    expect((await find(part)).sort()).toEqual(words.filter((word) => word.includes(part)).sort());
  },
);

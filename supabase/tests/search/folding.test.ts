import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { fold } from '#web/lib/search/fold.ts';
import { newPerson, newPrompt } from '../world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function foldedByDatabase(texts: readonly string[]): Promise<string[]> {
  const rows = await database.sql<{ folded: string }>(
    `select private.fold(text) as folded
     from unnest($1::text[]) with ordinality as texts (text, place) order by place`,
    [texts],
  );
  return rows.map(({ folded }) => folded);
}

/**
 * Capitals of phonetic letters of which unaccent knows but the small one or the capital, and what
 * Unicode 17 brought.
 */
const otherwise = 'ƖɩᶥƦǶȠꞬꞭꞮꞲꟅꟆ\ua7ce\ua7d2\ua7d4\ua7f1';

/**
 * Every character of the first plane, and of the second what stands for letters or shows something.
 */
const characters = [
  [0x1, 0xd7ff],
  [0xe000, 0xffff],
  [0x1d400, 0x1d7ff],
  [0x1f000, 0x1faff],
  [0xe0100, 0xe01ef],
]
  .flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  )
  .filter((each) => !otherwise.includes(each));

test('of many marks after a letter, at most 30 are sorted at once', async () => {
  const texts = [
    `a${'\u0315'.repeat(40)}\u0300`,
    `x${'\u{1d165}'.repeat(40)}\u{1d16e}`,
    `ｶ${'ﾞ'.repeat(31)}`,
    `a${'\u0315'.repeat(100_000)}${'\u0300'.repeat(100_000)}`,
  ];
  expect(await foldedByDatabase(texts)).toEqual(texts.map(fold));
});

test('each mark that is sorted ends a run of 30', async () => {
  const marks = Array.from({ length: 0x1f000 - 0x350 }, (_, at) =>
    String.fromCodePoint(0x350 + at),
  ).filter((each) => {
    const [first = ''] = each.normalize('NFKD');
    return [`${first}\u0334`, `\u0345${first}`].some((pair) => pair.normalize('NFKD') !== pair);
  });
  const missed = await database.sql(
    `select mark from unnest($1::text[]) mark
     where strpos(private.separate_marks(repeat(mark, 31)), e'\u034f') = 0`,
    [marks],
  );
  expect([marks.length > 800, missed]).toEqual([true, []]);
});

test.each([
  ['as they are', characters],
  [
    'taken apart',
    characters.map((each) => each.normalize('NFD')).filter((each, at) => each !== characters[at]),
  ],
  [
    'in words',
    [
      '“Zoë’s”',
      'İstanbul ISTANBUL ısı',
      'STRASSE straße STRAẞE',
      'Ｆｕｌｌ　ｗｉｄｔｈ',
      'ΟΔΟΣ οδός Ὀδυσσεύς',
      'е\u0308 и\u0306 и\u0301 ё й',
      '\u1112\u1161\u11ab\u1100\u1173\u11af 한글',
      'ﬁne oﬃce',
      'co\u00adoperate zero\u200bwidth no\u00a0break',
      'شَدّة مـــد ﷲ ﻻ',
      'שָׁלוֹם',
      'नी\u093cला क़',
      'น้ำ',
      'ｶﾞｷﾞ か\u3099',
      '👍🏽 👨‍👩‍👧 ❤️ 1️⃣ 🇩🇪',
      '𝐁𝐨𝐥𝐝 ① x² ½',
    ],
  ],
])('%s, characters are folded in the page as they are in the database', async (_how, texts) => {
  const folded = await foldedByDatabase(texts);
  expect(
    texts
      .map((text, at) => ({ text, page: fold(text), database: folded[at] }))
      .filter((row) => row.page !== row.database),
  ).toEqual([]);
});

test('how its letters are put together changes nothing', () => {
  const apart = characters.filter((each) => fold(each.normalize('NFD')) !== fold(each));
  // A standalone accent.
  expect(apart).toEqual(['\u1ffd']);
});

describe('private.fold() and fold()', () => {
  const pairs = [
    ['Край файла'.normalize('NFD'), 'край'],
    ['한글 파일'.normalize('NFD'), '한글'],
    ['ガイド'.normalize('NFD'), 'ガイド'],
    ['ﾃﾞｰﾀ', 'データ'],
    ['हिन्दी क़लम'.normalize('NFC'), 'क\u093cलम'],
    ['Tiếng Việt'.normalize('NFD'), 'tiếng'],
    ['ΟΔΟΣ ΟΝΕΙΡΩΝ', 'οδός'],
    ['İSTANBUL REHBERİ', 'istanbul'],
    ['Ma\u00dfnahme', 'MASSNAHME'],
    ['ﬁnal oﬃce', 'final office'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['zero\u200bwidth', 'zerowidth'],
    ['می\u200cخواهم', 'میخواهم'],
    ['كتابي', 'کتابی'],
    ['مُحَمَّد', 'محمد'],
    ['أحمـــد', 'احمد'],
    ['שָׁלוֹם עוֹלָם', 'שלום'],
    ['no\u00a0break\u202fhere', '"no break here"'],
    ['don’t, don´t', "don't"],
    ['👍🏽 thumbs', '👍'],
    ['❤️ heart', '❤'],
    ['𝐁𝐨𝐥𝐝 𝘵𝘦𝘹𝘵', 'bold text'],
  ] as const;

  test('is found in a library and in the community', async () => {
    const person = await newPerson(database);
    const more = { is_public: true, content: 'Nothing.' };
    for (const [title] of pairs) await newPrompt(database, person, { title, ...more });
    await newPrompt(database, person, { title: 'Something else', ...more });
    const found = async (from: string) => {
      const lists = pairs.map(async ([title, typed]) => {
        const { rows, refusal } = await database.asUser(
          person,
          `select title from ${from}(query => $1)`,
          [typed],
        );
        expect([from, refusal]).toEqual([from, null]);
        return [title, rows.map((row) => row['title'])];
      });
      return Promise.all(lists);
    };
    const each = pairs.map(([title]) => [title, [title]]);
    for (const large of [false, true]) {
      // Large partitions are searched by their word lists.
      if (large) await database.sql('select public.read_search_queue(null, 1)');
      expect(await found('search_prompts')).toEqual(each);
      expect(await found('community_feed')).toEqual(each);
    }
  });
  test('is found by its author', async () => {
    const person = await newPerson(database);
    await newPrompt(database, person, { title: 'Found', is_public: true });
    const renamed = await database.asRole(
      'service_role',
      { role: 'service_role' },
      'update profiles set full_name = $1 where id = $2',
      ['Андрей ΠΑΠΠΑΣ'.normalize('NFD'), person],
    );
    expect(renamed.refusal).toBeNull();
    const rows = await database.succeedAs(
      person,
      `select title from community_feed(query => 'author:"андрей παππάς"')`,
    );
    expect(rows).toEqual([{ title: 'Found' }]);
  });
});

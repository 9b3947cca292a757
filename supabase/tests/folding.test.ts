import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { fold } from '#web/lib/fold.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Latin, Vietnamese, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Thai, kana, some ideographs and Hangul, full-width forms. */
const blocks = [
  [0x21, 0x7e],
  [0xc0, 0x17f],
  [0x1e00, 0x1e99],
  [0x1ea0, 0x1ef9],
  [0x386, 0x3c1],
  [0x3c3, 0x3ce],
  [0x401, 0x45f],
  [0x5d0, 0x5ea],
  [0x621, 0x64a],
  [0x904, 0x939],
  [0xe01, 0xe2e],
  [0x3041, 0x30fa],
  [0x4e00, 0x4eff],
  [0xac00, 0xacff],
  [0xff01, 0xff5e],
] as const;

test('letters are folded in the page as they are in the database', async () => {
  const letters = blocks
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
    )
    .filter((letter) => /\p{L}/u.test(letter));
  const texts = [
    ...letters,
    'e\u0301',
    '“Zoë’s”',
    'İstanbul',
    'STRASSE straße',
    'Ｆｕｌｌ　ｗｉｄｔｈ',
  ];
  const rows = await database.sql(
    'select text, private.fold(text) as folded from unnest($1::text[]) text',
    [texts],
  );
  const page = new Map(texts.map((text) => [text, fold(text)]));
  expect(rows.filter(({ text, folded }) => page.get(String(text)) !== folded)).toEqual([]);
});

/** Generates values for arguments of functions: valid, unusual and invalid ones. */
import type { SeededRandom } from '#server/testing/seeded-random.ts';

/** Ids of existing rows. */
export interface ExistingIds {
  readonly prompt: string;
  readonly hiddenPrompt: string;
  readonly group: string;
}

const nilUuid = '00000000-0000-0000-0000-000000000000';
const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const longText = 'x'.repeat(100_000);
const filters = ['tag', 'category', 'group', 'is', 'has', 'used', 'author', 'none'];

const searchParts = [
  'hello',
  'helo',
  'code review',
  '"code review"',
  'c++',
  '日本語',
  'ab',
  'h',
  'İ',
  'ﷺ',
  'ß',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '$1',
  '%s',
  '%L',
  '%%',
  '{{a}}',
  '(',
  '[',
  '*',
  '-',
  ' ',
  '\t',
  '\n',
  '7d',
  '<7d',
  '>7d',
  '<9999y',
  '>9999y',
  '<9999m',
  '<0h',
  '<99999d',
  'never',
  'public',
  '\u0001',
  '\u0301',
  '\u202E',
  '\uFEFF',
  '💥',
  'x'.repeat(999),
  'ab '.repeat(334),
];

/** Returns a random text for the search box. */
function randomSearch(random: SeededRandom): string {
  const parts = random.list(random.below(5), () => {
    const text = random.pick(searchParts);
    return random.chance(40) ? `${random.pick(filters)}:${text}` : text;
  });
  return parts.join(random.chance(80) ? ' ' : '');
}

const cursorFields = {
  id: [nilUuid, maxUuid, 'x', null, 5, [], {}],
  key: [
    '2024-01-01',
    'infinity',
    0,
    1,
    -1,
    2.5,
    1e308,
    '1e999',
    'NaN',
    'x',
    '%',
    "'",
    null,
    [],
    {},
  ],
  at: ['2024-01-01', '-infinity', 'now', '294277-01-01', '', 'x', null, 5],
  as_of: ['2024-01-01', 'infinity', '-infinity', 'epoch', '294277-01-01', 'x', null, 5],
  rank: [0, 1, 2, 3, 4, -1, 2.5, 99_999_999_999, '3', 'x', null, {}],
  forgiving: [true, true, false, 'true', 'x', 1, null],
} as const;

const invalidCursors = [
  '',
  'x',
  '{',
  'null',
  '1',
  '"x"',
  '[]',
  '[{}]',
  '{}',
  '{"id":1,"id":2}',
  longText,
];

/** Returns a forged cursor, often a plausible one. */
function randomCursor(random: SeededRandom): string | null {
  if (random.chance(10)) return null;
  if (random.chance(15)) return random.pick(invalidCursors);
  const fields = Object.entries(cursorFields).flatMap(([name, values]) => {
    if (random.chance(10)) return [];
    return [[name, random.chance(70) ? values[0] : random.pick<unknown>(values)]];
  });
  return JSON.stringify(Object.fromEntries(fields));
}

const numbers = [
  0,
  1,
  -1,
  2,
  200,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 31,
  1e99,
  1.5,
  'NaN',
  'x',
  '',
  null,
];
const orders = ['latest', 'oldest', 'trending', 'top', 'best', ''];
const scopes = ['library', 'teams', 'templates', 'favorites', 'all', ''];
const texts = [
  'a',
  'x'.repeat(501),
  longText,
  'a\0b',
  '\uD800',
  '{"a":1e999}',
  'infinity',
  null,
  5,
  {},
  [1],
];

function randomUuid(random: SeededRandom, ids: ExistingIds): unknown {
  return random.pick<unknown>([ids.prompt, ids.hiddenPrompt, ids.group, nilUuid, 'x', '', null, 5]);
}

function randomText(random: SeededRandom, argument: string): unknown {
  if (argument === 'after') return randomCursor(random);
  if (argument === 'query') return random.chance(95) ? randomSearch(random) : random.pick(texts);
  if (argument === 'sort') return random.pick(orders);
  if (argument === 'scope') return random.pick(scopes);
  return random.chance(50) ? random.pick<unknown>(texts) : randomSearch(random);
}

function randomJson(random: SeededRandom, ids: ExistingIds, depth = 0): unknown {
  const simple = [null, true, 0, -1, 1e99, 'x', '', 'a\0b', ids.prompt, ids.hiddenPrompt, longText];
  if (depth > 2 || random.chance(50)) return random.pick<unknown>(simple);
  if (random.chance(50)) {
    return random.list(random.below(3), () => randomJson(random, ids, depth + 1));
  }
  const names = ['id', 'title', 'tags', 'group_id', 'is_public', 'version', 'position', ''];
  return Object.fromEntries(
    random.some(names, 40).map((name) => [name, randomJson(random, ids, depth + 1)]),
  );
}

/** Returns a random value for an argument, by its type and, for texts, by its name. */
export function randomArgument(
  random: SeededRandom,
  argument: string,
  type: string,
  ids: ExistingIds,
): unknown {
  if (type.endsWith('[]')) {
    if (random.chance(15))
      return random.pick<unknown>([null, '{', '{a}', 5, {}, [['a'], ['b', 'c']]]);
    const items = random.chance(5) ? 100 : random.below(4);
    return random.list(items, () => randomArgument(random, '', type.slice(0, -2), ids));
  }
  switch (type) {
    case 'uuid':
      return randomUuid(random, ids);
    case 'integer':
      return random.pick<unknown>(numbers);
    case 'boolean':
      return random.pick<unknown>([true, false, null, 'x', '', 2]);
    case 'timestamp with time zone':
      return random.pick<unknown>(cursorFields.at);
    case 'jsonb':
      return randomJson(random, ids);
    default:
      return randomText(random, argument);
  }
}

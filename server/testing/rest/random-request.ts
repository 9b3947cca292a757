/** Generates random requests from fragments of the protocol's syntax and from invalid ones. */
import type { SeededRandom } from '#server/testing/seeded-random.ts';

export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  /** The query string, encoded. */
  readonly search: string;
  readonly accept: string | null;
  readonly prefer: string | null;
  readonly range: string | null;
  readonly contentType: string;
  readonly body: string;
}

const words =
  `id title data tags favorites user_id count since most a ( ) , . : :: " \\ -> ->> ! * ... - { } [ ]
  eq neq in is not or and like fts fts(english) eq(any) cs ov null inner left sum() count() .avg() text int asc desc
  nullslast eq.1 in.(1,2) is.null id.eq.1 favorites(user_id) 0 1 -1 99999999999999999999 ; ' -- /* */ $1 $$ % %zz + & = #
  é 💥 select union`.split(/\s+/);
const fragments = [
  ...words,
  ' ',
  '\t',
  '\n',
  '\0',
  '\u0001',
  '\u0002',
  '\u0003',
  '\uD800',
  '\u202E',
  'drop table',
  "' or 1=1",
  '") from x;',
];

/** Parameters with valid values. */
const validValues: Readonly<Record<string, readonly string[]>> = {
  select: [
    '*',
    'id,title',
    'a:title::text',
    'data->k->>0',
    'favorites(user_id)',
    'x:favorites!inner(*)',
    '...favorites(user_id)',
    'title.max()',
    'count()',
  ],
  order: ['id', 'title.desc.nullslast', 'data->k.asc', 'id,title'],
  or: ['(id.eq.1,title.is.null)', '(not.and(id.gt.1,id.lt.5),title.in.(a,"b,c"))'],
  and: ['(title.like.a*,tags.cs.{a,b})'],
  'not.or': ['(title.eq."x,y")'],
  'favorites.and': ['(user_id.eq.1)'],
  id: ['eq.1', 'not.in.(1,2)', 'is.not_null', 'isdistinct.3'],
  title: ['eq.a', 'ilike.*b*', 'eq(any).{a,b}', 'fts(english).x', 'match.^a'],
  'data->a': ['eq.1', 'is.null'],
  'data->>a': ['eq.1', 'in.(a,b)'],
  tags: ['cs.{a}', 'ov.{a,"b c"}'],
  limit: ['1', '0', '-1'],
  offset: ['1', '-1', '99999999999999999999'],
  columns: ['id', 'id,title'],
  on_conflict: ['id', 'title'],
  'favorites.order': ['user_id'],
  'favorites.limit': ['2'],
  since: ['2024-01-01', 'eq.2024-01-01'],
  most: ['3'],
};
const keys = Object.keys(validValues);

const accepts = ['*/*', 'text/csv', 'application/vnd.pgrst.object+json', 'text/plain', 'image/png'];
const prefers = [
  'count=exact',
  'return=representation',
  'resolution=merge-duplicates',
  'missing=default',
  'handling=strict',
  'max-affected=3',
  'timezone=UTC',
  'tx=rollback',
  'foo',
];
const contentTypes = ['application/json', 'text/csv', 'application/x-www-form-urlencoded', 'x/y'];
const bodies = [
  '{"title":"a"}',
  '[{"id":1},{"id":2}]',
  'id,title\n1,"a"',
  'since=2024-01-01',
  '{}',
  '',
];

function randomFragments(random: SeededRandom, most: number): string {
  return random.list(random.below(most), () => random.pick(fragments)).join('');
}

/** Returns a valid value, often with a random fragment inserted. */
function nearlyValid(random: SeededRandom, key: string): string {
  const value = random.pick(validValues[key] ?? ['']);
  if (random.chance(60)) return value;
  const at = random.below(value.length + 1);
  return value.slice(0, at) + random.pick(fragments) + value.slice(at + random.below(2));
}

/** Removes the characters that Node refuses in a header's value. */
function headerValue(text: string): string {
  return text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '');
}

function maybeEncode(random: SeededRandom, text: string): string {
  // Some texts stay unencoded, to test what decodes badly.
  return random.chance(10) ? text : encodeURIComponent(text.toWellFormed());
}

export function randomRequest(random: SeededRandom): RandomRequest {
  const pairs = random.list(1 + random.below(3), () => {
    const key = random.chance(85) ? random.pick(keys) : randomFragments(random, 6);
    const value = random.chance(80) ? nearlyValid(random, key) : randomFragments(random, 12);
    return `${maybeEncode(random, key)}=${maybeEncode(random, value)}`;
  });
  const one = (list: readonly string[]) =>
    random.chance(80) ? random.pick(list) : headerValue(randomFragments(random, 8));
  return {
    method: random.pick(['GET', 'GET', 'GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD']),
    path: random.pick([
      '/prompts',
      '/prompts',
      '/favorites',
      '/rpc/newest',
      `/${maybeEncode(random, randomFragments(random, 3))}`,
    ]),
    search: pairs.join('&'),
    accept: random.chance(70) ? null : one(accepts),
    prefer: random.chance(70)
      ? null
      : random.list(1 + random.below(3), () => one(prefers)).join(','),
    range: random.chance(90) ? null : one(['0-9', '5-2', '3-']),
    contentType: random.chance(90) ? random.pick(contentTypes) : '',
    body: random.chance(70) ? random.pick(bodies) : randomFragments(random, 10),
  };
}

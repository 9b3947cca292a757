/**
 * Generates random schemas with rows: names that need quotes, every kind of relationship, few
 * distinct values.
 */
import type { SeededRandom } from '#server/testing/seeded-random.ts';

export type ColumnType = 'int' | 'text' | 'numeric' | 'boolean' | 'date' | 'jsonb' | 'int[]';

export interface RandomColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** A foreign key: `column` of the table refers to `id` of `target`. */
interface RandomKey {
  readonly name: string;
  readonly column: string;
  readonly target: string;
}

export interface RandomTable {
  readonly name: string;
  readonly columns: readonly RandomColumn[];
  readonly keys: readonly RandomKey[];
}

export interface RandomSchema {
  readonly tables: readonly RandomTable[];
  readonly sql: string;
}

export const schemaName = 'random';
export const texts = [
  'a',
  'b',
  'A b',
  'x,y',
  'q"q',
  '(p)',
  'b\\s',
  'ü',
  'null',
  '',
  '%',
  '{c}',
  "it's",
];
const types: readonly ColumnType[] = [
  'int',
  'text',
  'numeric',
  'boolean',
  'date',
  'jsonb',
  'int[]',
];
const names = [
  'plain',
  'Capital',
  'with space',
  'dash-ed',
  'dot.ted',
  'quo"te',
  'ünï',
  'paren(s)',
  'com,ma',
  'co:lon',
];

export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
export const tableName = (name: string) => `${schemaName}.${identifier(name)}`;

/** Returns a random value of a type in PostgreSQL's text format. */
export function randomValue(random: SeededRandom, type: ColumnType): string {
  switch (type) {
    case 'int':
      return String(random.below(6) - 2);
    case 'text':
      return random.pick(texts);
    case 'numeric':
      return `${random.below(4)}.${random.below(2) * 5}`;
    case 'boolean':
      return random.pick(['true', 'false']);
    case 'date':
      return `2024-0${1 + random.below(3)}-1${random.below(3)}`;
    case 'jsonb':
      return JSON.stringify({ k: random.below(4), t: random.pick(texts), l: [random.below(3)] });
    case 'int[]':
      return `{${random.list(random.below(3), () => random.below(4)).join(',')}}`;
  }
}

function randomTable(
  random: SeededRandom,
  index: number,
  earlier: readonly RandomTable[],
): RandomTable {
  const name = random.chance(30) ? `Table ${index}` : `t${index}`;
  const columns = random.list(2 + random.below(4), (at): RandomColumn => {
    return { name: `${random.pick(names)}${at}`, type: random.pick(types) };
  });
  const targets = [...earlier.map((table) => table.name), ...(random.chance(30) ? [name] : [])];
  const keys = random.list(targets.length === 0 ? 0 : 1 + random.below(2), (at): RandomKey => {
    return { name: `key_${index}_${at}`, column: `ref${at}`, target: random.pick(targets) };
  });
  return { name, columns, keys };
}

function rowsSql(random: SeededRandom, { name, columns, keys }: RandomTable): string {
  const rows = random.list(12, (at) => {
    const values = columns.map(({ type }) =>
      random.chance(20) ? 'null' : literal(randomValue(random, type)),
    );
    // A self-reference can only point to rows that are already inserted.
    const refs = keys.map((key) =>
      random.chance(20) ? 'null' : String(1 + random.below(key.target === name ? at + 1 : 12)),
    );
    return `(${[String(at + 1), ...values, ...refs].join(', ')})`;
  });
  return `insert into ${tableName(name)} values ${rows.join(', ')};`;
}

export function randomSchema(random: SeededRandom): RandomSchema {
  const tables: RandomTable[] = [];
  for (let index = 0; index < 4; index += 1) tables.push(randomTable(random, index, tables));
  const create = tables.map(({ name, columns, keys }) => {
    const parts = [
      'id int primary key',
      ...columns.map((column) => `${identifier(column.name)} ${column.type}`),
      ...keys.map((key) => {
        return `${key.column} int constraint ${key.name} references ${tableName(key.target)} (id)`;
      }),
    ];
    return `create table ${tableName(name)} (${parts.join(', ')});`;
  });
  const sql = [
    `create schema ${schemaName};`,
    ...create,
    ...tables.map((table) => rowsSql(random, table)),
    `grant usage on schema ${schemaName} to authenticated;`,
    `grant all on all tables in schema ${schemaName} to authenticated;`,
  ].join('\n');
  return { tables, sql };
}

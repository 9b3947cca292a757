/** Generates random conditions, each in the protocol's syntax and as SQL. */
import {
  identifier,
  literal,
  randomValue,
  texts,
  type RandomColumn,
  type RandomTable,
} from './random-schema.ts';
import type { SeededRandom } from '#server/testing/seeded-random.ts';

/** A condition. `text` follows the column (`eq.1`); `sql` takes the column's SQL expression. */
interface Condition {
  readonly column: string;
  readonly text: string;
  readonly sql: (column: string) => string;
}

export type Tree =
  | { readonly kind: 'one'; readonly condition: Condition }
  | {
      readonly kind: 'group';
      readonly operator: 'and' | 'or';
      readonly not: boolean;
      readonly members: readonly Tree[];
    };

export const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
export const quoteName = (name: string) => (/^[a-z][a-z0-9_]*$/.test(name) ? name : quote(name));
export const id: RandomColumn = { name: 'id', type: 'int' };

const comparisons = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function comparison(random: SeededRandom, column: RandomColumn): Condition {
  const operator = random.pick(Object.keys(comparisons) as (keyof typeof comparisons)[]);
  const value = randomValue(random, column.type);
  const sign = comparisons[operator];
  return {
    column: quoteName(column.name),
    text: `${operator}.${value}`,
    sql: (expression) => `${expression} ${sign} ${literal(value)}`,
  };
}

function listCondition(random: SeededRandom, { name, type }: RandomColumn): Condition {
  // A list of one empty text would be parsed as an empty list.
  const values = random
    .list(1 + random.below(3), () => randomValue(random, type))
    .map((value) => (value === '' ? 'a' : value));
  const list = `(${values.map(quote).join(',')})`;
  return {
    column: quoteName(name),
    text: `in.${list}`,
    sql: (expression) => `${expression} in (${values.map(literal).join(', ')})`,
  };
}

function jsonCondition(random: SeededRandom, { name }: RandomColumn): Condition {
  if (random.chance(50)) {
    const value = random.pick(texts);
    return {
      column: `${quoteName(name)}->>t`,
      text: `eq.${value}`,
      sql: (expression) => `${expression} ->> 't' = ${literal(value)}`,
    };
  }
  const value = String(random.below(4));
  return {
    column: `${quoteName(name)}->k`,
    text: `gte.${value}`,
    sql: (expression) => `${expression} -> 'k' >= ${literal(value)}`,
  };
}

function arrayCondition(random: SeededRandom, { name, type }: RandomColumn): Condition {
  const value = randomValue(random, type);
  const [operator, sign] = random.pick([
    ['cs', '@>'],
    ['cd', '<@'],
    ['ov', '&&'],
  ] as const);
  return {
    column: quoteName(name),
    text: `${operator}.${value}`,
    sql: (expression) => `${expression} ${sign} ${literal(value)}`,
  };
}

function textCondition(random: SeededRandom, { name }: RandomColumn): Condition {
  const [operator, sign] = random.pick([
    ['like', 'like'],
    ['ilike', 'ilike'],
  ] as const);
  const value = random.pick(['a*', '*b*', '_', 'x*y', '*ü']);
  return {
    column: quoteName(name),
    text: `${operator}.${value}`,
    sql: (expression) => `${expression} ${sign} ${literal(value.replaceAll('*', '%'))}`,
  };
}

function plainCondition(random: SeededRandom, column: RandomColumn): Condition {
  if (random.chance(15)) {
    return {
      column: quoteName(column.name),
      text: 'is.null',
      sql: (expression) => `${expression} is null`,
    };
  }
  switch (column.type) {
    case 'jsonb':
      return jsonCondition(random, column);
    case 'int[]':
      return arrayCondition(random, column);
    case 'boolean': {
      const value = random.pick(['true', 'false', 'unknown']);
      return {
        column: quoteName(column.name),
        text: `is.${value}`,
        sql: (expression) => `${expression} is ${value}`,
      };
    }
    case 'text':
      if (random.chance(30)) return textCondition(random, column);
      break;
    default:
  }
  return random.chance(30) ? listCondition(random, column) : comparison(random, column);
}

function randomCondition(random: SeededRandom, table: RandomTable): Condition {
  const condition = plainCondition(random, random.pick([id, ...table.columns]));
  if (!random.chance(25)) return condition;
  return {
    ...condition,
    text: `not.${condition.text}`,
    sql: (expression) => `not (${condition.sql(expression)})`,
  };
}

export function randomTree(random: SeededRandom, table: RandomTable, depth: number): Tree {
  if (depth > 2 || random.chance(55))
    return { kind: 'one', condition: randomCondition(random, table) };
  return {
    kind: 'group',
    operator: random.pick(['and', 'or']),
    not: random.chance(25),
    members: random.list(1 + random.below(3), () => randomTree(random, table, depth + 1)),
  };
}

export function treeText(part: Tree): string {
  if (part.kind === 'one') {
    const { column, text } = part.condition;
    const value = /^((?:not\.)?(?:is|in|like|ilike|cs|cd|ov)\.)(.*)$/s.exec(text);
    // In a tree, scalar values are quoted, as they may hold commas or parentheses. Lists, arrays
    // and keywords are not.
    if (value?.[1] !== undefined && !/like/.test(value[1])) return `${column}.${text}`;
    const [, head = '', rest = ''] = /^((?:not\.)?[a-z]+\.)(.*)$/s.exec(text) ?? [];
    return `${column}.${head}${quote(rest)}`;
  }
  return `${part.not ? 'not.' : ''}${part.operator}(${part.members.map(treeText).join(',')})`;
}

export function treeSql(part: Tree, row: string): string {
  if (part.kind === 'one') {
    const name = /^"((?:[^"\\]|\\.)*)"|^[a-z0-9_]+/.exec(part.condition.column);
    const plain = name?.[1]?.replaceAll(/\\(.)/g, '$1') ?? name?.[0] ?? '';
    return part.condition.sql(`${row}.${identifier(plain)}`);
  }
  const members = part.members.map((member) => `(${treeSql(member, row)})`);
  return `${part.not ? 'not ' : ''}(${members.join(` ${part.operator} `)})`;
}

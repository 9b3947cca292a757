/** Conditions made at random, each as the protocol writes it and as SQL. */
import {
  identifier,
  literal,
  randomValue,
  texts,
  type RandomColumn,
  type RandomTable,
} from './random-schema.ts';
import type { Seeded } from './seeded.ts';

/** A condition: `text` is what follows the column (`eq.1`); `sql` takes the column's expression. */
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

export const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
export const named = (name: string) => (/^[a-z][a-z0-9_]*$/.test(name) ? name : quoted(name));
export const id: RandomColumn = { name: 'id', type: 'int' };

const comparisons = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function compare(random: Seeded, column: RandomColumn): Condition {
  const operator = random.pick(Object.keys(comparisons) as (keyof typeof comparisons)[]);
  const value = randomValue(random, column.type);
  const sign = comparisons[operator];
  return {
    column: named(column.name),
    text: `${operator}.${value}`,
    sql: (expression) => `${expression} ${sign} ${literal(value)}`,
  };
}

function ofList(random: Seeded, { name, type }: RandomColumn): Condition {
  // A list of one empty text is an empty list.
  const values = random
    .list(1 + random.below(3), () => randomValue(random, type))
    .map((value) => (value === '' ? 'a' : value));
  const list = `(${values.map(quoted).join(',')})`;
  return {
    column: named(name),
    text: `in.${list}`,
    sql: (expression) => `${expression} in (${values.map(literal).join(', ')})`,
  };
}

function ofJson(random: Seeded, { name }: RandomColumn): Condition {
  if (random.chance(50)) {
    const value = random.pick(texts);
    return {
      column: `${named(name)}->>t`,
      text: `eq.${value}`,
      sql: (expression) => `${expression} ->> 't' = ${literal(value)}`,
    };
  }
  const value = String(random.below(4));
  return {
    column: `${named(name)}->k`,
    text: `gte.${value}`,
    sql: (expression) => `${expression} -> 'k' >= ${literal(value)}`,
  };
}

function ofArray(random: Seeded, { name, type }: RandomColumn): Condition {
  const value = randomValue(random, type);
  const [operator, sign] = random.pick([
    ['cs', '@>'],
    ['cd', '<@'],
    ['ov', '&&'],
  ] as const);
  return {
    column: named(name),
    text: `${operator}.${value}`,
    sql: (expression) => `${expression} ${sign} ${literal(value)}`,
  };
}

function ofText(random: Seeded, { name }: RandomColumn): Condition {
  const [operator, sign] = random.pick([
    ['like', 'like'],
    ['ilike', 'ilike'],
  ] as const);
  const value = random.pick(['a*', '*b*', '_', 'x*y', '*ü']);
  return {
    column: named(name),
    text: `${operator}.${value}`,
    sql: (expression) => `${expression} ${sign} ${literal(value.replaceAll('*', '%'))}`,
  };
}

function plainCondition(random: Seeded, column: RandomColumn): Condition {
  if (random.chance(15)) {
    return {
      column: named(column.name),
      text: 'is.null',
      sql: (expression) => `${expression} is null`,
    };
  }
  switch (column.type) {
    case 'jsonb':
      return ofJson(random, column);
    case 'int[]':
      return ofArray(random, column);
    case 'boolean': {
      const value = random.pick(['true', 'false', 'unknown']);
      return {
        column: named(column.name),
        text: `is.${value}`,
        sql: (expression) => `${expression} is ${value}`,
      };
    }
    case 'text':
      if (random.chance(30)) return ofText(random, column);
      break;
    default:
  }
  return random.chance(30) ? ofList(random, column) : compare(random, column);
}

function condition(random: Seeded, table: RandomTable): Condition {
  const made = plainCondition(random, random.pick([id, ...table.columns]));
  if (!random.chance(25)) return made;
  return {
    ...made,
    text: `not.${made.text}`,
    sql: (expression) => `not (${made.sql(expression)})`,
  };
}

export function tree(random: Seeded, table: RandomTable, depth: number): Tree {
  if (depth > 2 || random.chance(55)) return { kind: 'one', condition: condition(random, table) };
  return {
    kind: 'group',
    operator: random.pick(['and', 'or']),
    not: random.chance(25),
    members: random.list(1 + random.below(3), () => tree(random, table, depth + 1)),
  };
}

export function treeText(part: Tree): string {
  if (part.kind === 'one') {
    const { column, text } = part.condition;
    const value = /^((?:not\.)?(?:is|in|like|ilike|cs|cd|ov)\.)(.*)$/s.exec(text);
    // In a tree, what holds commas or parentheses is quoted; lists, arrays and words are not.
    if (value?.[1] !== undefined && !/like/.test(value[1])) return `${column}.${text}`;
    const [, head = '', rest = ''] = /^((?:not\.)?[a-z]+\.)(.*)$/s.exec(text) ?? [];
    return `${column}.${head}${quoted(rest)}`;
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

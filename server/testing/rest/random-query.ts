/** Generates random queries, each as a request and as equivalent SQL in its simplest form. */
import {
  id,
  quoteName,
  quote,
  randomTree,
  treeSql,
  treeText,
  type Tree,
} from './random-condition.ts';
import {
  identifier,
  tableName,
  type RandomColumn,
  type RandomSchema,
  type RandomTable,
} from './random-schema.ts';
import type { SeededRandom } from '#server/testing/seeded-random.ts';

interface Embed {
  readonly alias: string;
  /** The relation with its hint, as in `select`. */
  readonly relation: string;
  readonly toOne: boolean;
  readonly spread: boolean;
  readonly inner: boolean;
  /** The filter of parent rows by whether they have rows of this embed; null for no filter. */
  readonly filter: 'is.null' | 'not.is.null' | null;
  readonly join: (parent: string, child: string) => string;
  readonly node: Node;
}

interface Node {
  readonly table: RandomTable;
  readonly columns: readonly RandomColumn[];
  readonly conditions: readonly Tree[];
  readonly order: readonly { readonly column: string; readonly suffix: string }[];
  readonly limit: number | null;
  readonly offset: number | null;
  readonly embeds: readonly Embed[];
}

export interface RandomQuery {
  readonly table: string;
  /** The query string, encoded. */
  readonly search: string;
  /** Returns one row with the JSON of the response. */
  readonly rowsSql: string;
  /** Returns one row with the number of all matching rows. */
  readonly countSql: string;
  /** Returns the ids that match the root's conditions, to compare a write with. */
  readonly idsSql: string;
  /** The conditions of the root alone, as a query string. */
  readonly conditions: string;
}

/** Returns all relationships of a table, in both directions of the foreign keys. */
function relationshipsFrom(schema: RandomSchema, table: RandomTable) {
  const toOne = table.keys.map((key) => ({
    relation:
      key.target === table.name ? quoteName(key.column) : `${quoteName(key.target)}!${key.name}`,
    target: key.target,
    toOne: true,
    join: (parent: string, child: string) => `${child}.id = ${parent}.${key.column}`,
  }));
  const toMany = schema.tables.flatMap((other) =>
    other.keys
      .filter((key) => key.target === table.name)
      .map((key) => ({
        relation: `${quoteName(other.name)}!${other.name === table.name ? key.column : key.name}`,
        target: other.name,
        toOne: false,
        join: (parent: string, child: string) => `${child}.${key.column} = ${parent}.id`,
      })),
  );
  return [...toOne, ...toMany];
}

class QueryBuilder {
  readonly #random: SeededRandom;
  readonly #schema: RandomSchema;
  #aliases = 0;

  constructor(random: SeededRandom, schema: RandomSchema) {
    this.#random = random;
    this.#schema = schema;
  }

  node(table: RandomTable, depth: number, plain = false): Node {
    const random = this.#random;
    const ways =
      depth > 2 ? [] : random.some(relationshipsFrom(this.#schema, table), depth === 0 ? 60 : 30);
    const embeds = plain ? [] : ways.slice(0, 3).map((way) => this.#embed(way, depth));
    // A relation can be spread once: its name is the embed's key.
    const spreads = new Map(
      embeds.filter(({ spread }) => spread).map((embed) => [embed.node.table.name, embed]),
    );
    const orders = random.some(table.columns, 25).filter(({ type }) => type !== 'jsonb');
    return {
      table,
      columns: random.some(table.columns, 60),
      conditions: plain ? [] : random.list(random.below(3), () => randomTree(random, table, 0)),
      order: orders.map(({ name }) => ({
        column: name,
        suffix: random.pick(['', '.asc', '.desc', '.desc.nullslast', '.nullsfirst']),
      })),
      limit: random.chance(40) ? 1 + random.below(5) : null,
      offset: random.chance(20) ? random.below(3) : null,
      embeds: embeds.filter(
        (embed) => !embed.spread || spreads.get(embed.node.table.name) === embed,
      ),
    };
  }

  #embed(way: ReturnType<typeof relationshipsFrom>[number], depth: number): Embed {
    const random = this.#random;
    const table = this.#schema.tables.find(({ name }) => name === way.target);
    if (table === undefined) throw new Error(`There is no table ${way.target}.`);
    this.#aliases += 1;
    const spread = random.chance(20);
    const node = this.node(table, depth + 1, spread);
    const filtered = !spread && random.chance(20);
    return {
      alias: `e${this.#aliases}`,
      relation: way.relation,
      toOne: way.toOne,
      join: way.join,
      spread,
      inner: !spread && random.chance(20),
      filter: filtered ? random.pick(['is.null', 'not.is.null'] as const) : null,
      // A to-one embed needs no range or order, and the query string cannot address a spread one.
      node: way.toOne || spread ? { ...node, limit: null, offset: null, order: [] } : node,
    };
  }
}

const encode = encodeURIComponent;

function conditionParameters(node: Node, path: string): string[] {
  return node.conditions.map((part) => {
    if (part.kind === 'one') {
      return `${encode(path + part.condition.column)}=${encode(part.condition.text)}`;
    }
    const name = `${path}${part.not ? 'not.' : ''}${part.operator}`;
    return `${encode(name)}=${encode(`(${part.members.map(treeText).join(',')})`)}`;
  });
}

function parameters(node: Node, path: string): string[] {
  const all = conditionParameters(node, path);
  const terms = [...node.order.map(({ column, suffix }) => quoteName(column) + suffix), 'id'];
  all.push(`${path}order=${encode(terms.join(','))}`);
  if (node.limit !== null) all.push(`${path}limit=${node.limit}`);
  if (node.offset !== null) all.push(`${path}offset=${node.offset}`);
  for (const embed of node.embeds) {
    if (embed.filter !== null) all.push(`${encode(path + embed.alias)}=${embed.filter}`);
    if (!embed.spread) all.push(...parameters(embed.node, `${path}${embed.alias}.`));
  }
  return all;
}

function selectText(node: Node, prefix = ''): string {
  const columns = [id, ...node.columns].map(({ name }) => {
    return prefix === '' ? quoteName(name) : `${quote(prefix + name)}:${quoteName(name)}`;
  });
  const embeds = node.embeds.map((embed) => {
    const inner = embed.inner ? '!inner' : '';
    return embed.spread
      ? `...${embed.relation}(${selectText(embed.node, `${embed.alias}_`)})`
      : `${embed.alias}:${embed.relation}${inner}(${selectText(embed.node)})`;
  });
  return [...columns, ...embeds].join(',');
}

function whereSql(node: Node, row: string, depth: number): string[] {
  const own = node.conditions.map((part) => `(${treeSql(part, row)})`);
  const related = node.embeds.flatMap((embed): string[] => {
    const child = `c${depth + 1}`;
    const where = [embed.join(row, child), ...whereSql(embed.node, child, depth + 1)].join(' and ');
    const { table, offset } = embed.node;
    const skipped = offset === null ? '' : ` offset ${offset}`;
    const exists = `exists (select from ${tableName(table.name)} ${child} where ${where}${skipped})`;
    return [
      ...(embed.inner || embed.filter === 'not.is.null' ? [exists] : []),
      ...(embed.filter === 'is.null' ? [`not ${exists}`] : []),
    ];
  });
  return [...own, ...related];
}

function orderLimitSql({ order, limit, offset }: Node, row: string): string {
  const terms = order.map(({ column, suffix }) => {
    const words = suffix.replaceAll('.', ' ').replace('nulls', 'nulls ');
    return `${row}.${identifier(column)}${words}`;
  });
  const limited = limit === null ? '' : ` limit ${limit}`;
  const skipped = offset === null ? '' : ` offset ${offset}`;
  return ` order by ${[...terms, `${row}.id`].join(', ')}${limited}${skipped}`;
}

function embedSql(embed: Embed, row: string, depth: number): string {
  const child = `c${depth + 1}`;
  const rows = rowsSql(embed.node, child, depth + 1, [embed.join(row, child)]);
  if (!embed.spread) {
    const json = embed.toOne ? 'row_to_json(x)' : `coalesce(json_agg(x), '[]')`;
    return `(select ${json} from (${rows}) x) as ${identifier(embed.alias)}`;
  }
  return [id, ...embed.node.columns]
    .map(({ name }) => {
      const value = `x.${identifier(name)}`;
      const shown = embed.toOne ? value : `coalesce(json_agg(${value}), '[]')`;
      return `(select ${shown} from (${rows}) x) as ${identifier(`${embed.alias}_${name}`)}`;
    })
    .join(', ');
}

function rowsSql(node: Node, row: string, depth: number, join: readonly string[]): string {
  const columns = [id, ...node.columns].map(({ name }) => `${row}.${identifier(name)}`);
  const list = [...columns, ...node.embeds.map((embed) => embedSql(embed, row, depth))];
  const where = [...join, ...whereSql(node, row, depth)];
  const filtered = where.length === 0 ? '' : ` where ${where.join(' and ')}`;
  return `select ${list.join(', ')} from ${tableName(node.table.name)} ${row}${filtered}${orderLimitSql(node, row)}`;
}

export function randomQuery(random: SeededRandom, schema: RandomSchema): RandomQuery {
  const table = random.pick(schema.tables);
  const node = new QueryBuilder(random, schema).node(table, 0);
  const where = whereSql(node, 'c0', 0);
  const filtered = where.length === 0 ? '' : ` where ${where.join(' and ')}`;
  const own = node.conditions.map((part) => `(${treeSql(part, 'c0')})`);
  const from = `from ${tableName(table.name)} c0`;
  return {
    table: table.name,
    search: [`select=${encode(selectText(node))}`, ...parameters(node, '')].join('&'),
    rowsSql: `select coalesce(json_agg(x), '[]') as body from (${rowsSql(node, 'c0', 0, [])}) x`,
    countSql: `select count(*)::int as total ${from}${filtered}`,
    idsSql: `select c0.id ${from}${own.length === 0 ? '' : ` where ${own.join(' and ')}`} order by c0.id`,
    conditions: conditionParameters(node, '').join('&'),
  };
}

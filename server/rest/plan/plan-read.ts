import type {
  AtPath,
  Field,
  LogicTree,
  OrderTerm,
  Query,
  RowRange,
  SelectItem,
} from '#server/rest/parse/api-request.ts';
import { refuse } from '#server/rest/rest-error.ts';
import type { Relation, QualifiedName, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import { findRelationship } from './find-relationship.ts';
import type {
  Embed,
  Output,
  PlannedCondition,
  PlannedField,
  PlannedOrder,
  ReadNode,
  Source,
} from './read-plan.ts';

interface Scope {
  readonly schema: SchemaCache;
  readonly schemaName: string;
  readonly maxRows: number | null;
}

/**
 * An embed and its key in the response. Filters, orders and limits may name it by this key or, if
 * no embed has the key, by its relation.
 */
interface EmbedAlias {
  readonly name: string;
  readonly item: EmbedItem;
}

/** The clauses of the query that concern one resource and the resources embedded in it. */
interface NodeClauses {
  readonly items: readonly SelectItem[];
  readonly filters: readonly AtPath<LogicTree>[];
  readonly orders: readonly AtPath<readonly OrderTerm[]>[];
  readonly ranges: readonly AtPath<RowRange>[];
}

/** The row type that a node reads: a known relation, or only a name (rows of a function). */
export interface RowType {
  readonly name: string;
  readonly relation: Relation | null;
  /** The types of a function's own columns. */
  readonly columnTypes?: ReadonlyMap<string, string>;
}

function resolveField(row: RowType, field: Field): PlannedField {
  const column = row.relation?.columns.get(field.name) ?? null;
  const types = row.relation?.computed ?? row.columnTypes;
  const computed = column === null ? (types?.get(field.name) ?? null) : null;
  return { ...field, column, computed };
}

/** Returns the key of a field in the response: for a JSON path, the path's last key. */
function outputName(field: Field): string {
  const key = field.path.findLast(({ operand }) => operand.kind === 'key')?.operand;
  return key?.kind === 'key' ? key.key : field.name;
}

function planOutputs(row: RowType, items: readonly SelectItem[]): Output[] {
  return items.flatMap((item): Output[] => {
    if (item.kind === 'star') return [{ kind: 'star' }];
    if (item.kind === 'aggregate') {
      const { apply, cast, resultCast, alias } = item;
      const field = item.field === null ? null : resolveField(row, item.field);
      const aggregate = { apply, cast: resultCast };
      return [{ kind: 'aggregate', aggregate, field, cast, name: alias ?? apply }];
    }
    if (item.kind !== 'field') return [];
    const field = resolveField(row, item.field);
    const name = item.alias ?? outputName(item.field);
    if (field.name === 'count' && field.column === null && row.relation !== null) {
      if (field.path.length === 0 && item.cast === null) return [{ kind: 'count', name }];
    }
    return [{ kind: 'field', field, cast: item.cast, name }];
  });
}

/** Converts `count` to the aggregate `count()`: beside aggregates, both count a group's rows. */
function countedPerGroup(output: Output): Output {
  if (output.kind !== 'count') return output;
  const aggregate = { apply: 'count', cast: null } as const;
  return { kind: 'aggregate', aggregate, field: null, cast: null, name: output.name };
}

/**
 * Splits clauses into those of the resource itself (`own`) and those of each embed. A clause at
 * `a.b` goes to the embed `a` with the path `b`. Throws PGRST108 if no embed has the name.
 */
function partitionByEmbed<Clause>(
  clauses: readonly AtPath<Clause>[],
  embeds: readonly EmbedAlias[],
) {
  const own: Clause[] = [];
  const byEmbed = embeds.map((): AtPath<Clause>[] => []);
  for (const { path, value } of clauses) {
    const [head, ...rest] = path;
    if (head === undefined) {
      own.push(value);
      continue;
    }
    const named = embeds.findIndex(({ name }) => name === head);
    const index = named < 0 ? embeds.findIndex(({ item }) => item.name === head) : named;
    if (index < 0) throw refuse.notEmbedded(head);
    byEmbed[index]?.push({ path: rest, value });
  }
  return { own, byEmbed };
}

function planCondition(
  row: RowType,
  embeds: readonly { readonly name: string }[],
  tree: LogicTree,
): PlannedCondition {
  if (tree.kind === 'group') {
    return { ...tree, members: tree.members.map((member) => planCondition(row, embeds, member)) };
  }
  const embed = embeds.findIndex(({ name }) => name === tree.field.name);
  if (embed < 0 || tree.field.path.length > 0)
    return { ...tree, field: resolveField(row, tree.field) };
  const { condition, negated } = tree;
  const isNull = condition.kind === 'is' && condition.value === 'null';
  const isNotNull = condition.kind === 'is' && condition.value === 'not_null';
  if (!isNull && !isNotNull) {
    const field = resolveField(row, tree.field);
    if (field.column !== null) return { ...tree, field };
    throw refuse.embedFilter(tree.field.name);
  }
  return { kind: 'exists', embed, negated: isNull !== negated };
}

/** Returns the field that a related order names: a column of the embed, or the alias of one. */
function relatedField(row: RowType, { outputs }: ReadNode, field: Field): PlannedField {
  const planned = resolveField(row, field);
  if (planned.column !== null || field.path.length > 0) return planned;
  const aliased = outputs.find((output) => output.kind === 'field' && output.name === field.name);
  return aliased?.kind === 'field' && aliased.cast === null ? aliased.field : planned;
}

function planOrder(
  row: RowType,
  embeds: readonly Pick<Embed, 'name' | 'toOne' | 'node' | 'relationship'>[],
  targets: readonly RowType[],
  term: OrderTerm,
): PlannedOrder {
  const { direction, nulls } = term;
  if (term.relation === null) {
    return { embed: null, field: resolveField(row, term.field), direction, nulls };
  }
  const index = embeds.findIndex(({ name }) => name === term.relation);
  const embed = embeds[index];
  const target = targets[index];
  if (embed === undefined || target === undefined) throw refuse.notEmbedded(term.relation);
  if (!embed.toOne) throw refuse.relatedOrder(row.name, term.relation);
  return { embed: index, field: relatedField(target, embed.node, term.field), direction, nulls };
}

function minLimit(limit: number | null, cap: number | null): number | null {
  if (limit === null) return cap;
  return cap === null ? limit : Math.min(limit, cap);
}

type EmbedItem = Extract<SelectItem, { kind: 'embed' | 'spread' }>;

function isEmbed(item: SelectItem): item is EmbedItem {
  return item.kind === 'embed' || item.kind === 'spread';
}

/** Throws if two embeds have the same key: the response could hold one, and filters name one. */
function requireDistinctKeys(embeds: readonly EmbedAlias[]): void {
  const keys = new Set<string>();
  for (const { name } of embeds) {
    if (keys.has(name)) throw refuse.repeatedEmbed(name);
    keys.add(name);
  }
}

function targetRow(scope: Scope, target: QualifiedName): RowType {
  const relation = scope.schema.relation(target.schema, target.name) ?? null;
  return { name: target.name, relation };
}

function isHidden(node: ReadNode): boolean {
  return node.outputs.length === 0 && node.embeds.every((embed) => embed.hidden);
}

function planNode(scope: Scope, row: RowType, source: Source, clauses: NodeClauses): ReadNode {
  const items = clauses.items.filter(isEmbed);
  const aliases = items.map((item): EmbedAlias => ({
    name: item.kind === 'embed' ? (item.alias ?? item.name) : item.name,
    item,
  }));
  requireDistinctKeys(aliases);
  const filters = partitionByEmbed(clauses.filters, aliases);
  const orders = partitionByEmbed(clauses.orders, aliases);
  const ranges = partitionByEmbed(clauses.ranges, aliases);
  const targets: RowType[] = [];
  const embeds = aliases.map(({ name, item }, index): Embed => {
    const relationship = findRelationship(
      scope.schema,
      scope.schemaName,
      row.name,
      item.name,
      item.hint,
    );
    const target = targetRow(scope, relationship.target);
    targets.push(target);
    const toOne =
      relationship.kind === 'computed'
        ? relationship.toOne
        : relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';
    const node = planNode(
      scope,
      target,
      { kind: 'relation', ...relationship.target },
      {
        items: item.items,
        filters: filters.byEmbed[index] ?? [],
        orders: orders.byEmbed[index] ?? [],
        ranges: ranges.byEmbed[index] ?? [],
      },
    );
    if (item.kind === 'spread' && !toOne && node.grouped) throw refuse.spreadAggregates();
    return {
      relationship,
      toOne,
      shape: item.kind === 'spread' ? 'spread' : 'json',
      name,
      hidden: isHidden(node),
      inner: item.join === 'inner',
      node,
    };
  });
  const range = ranges.own[0];
  const outputs = planOutputs(row, clauses.items);
  const aggregates = outputs.some(({ kind }) => kind === 'aggregate');
  if (aggregates && !scope.schema.settings.aggregates) throw refuse.aggregates();
  const grouped =
    aggregates || embeds.some(({ shape, node }) => shape === 'spread' && node.grouped);
  return Object.freeze({
    source,
    outputs: grouped ? outputs.map(countedPerGroup) : outputs,
    grouped,
    embeds,
    where: filters.own.map((tree) => planCondition(row, aliases, tree)),
    order: orders.own.flat().map((term) => planOrder(row, embeds, targets, term)),
    offset: range?.offset ?? 0,
    limit: minLimit(range?.limit ?? null, scope.maxRows),
  });
}

/** Plans the reading part of a request. `topRange` is the root's range before the server's cap. */
export function planRead(
  scope: Scope,
  row: RowType,
  source: Source,
  query: Query,
  topRange: RowRange,
): ReadNode {
  return planNode(scope, row, source, {
    // An empty select means all columns, as in PostgREST.
    items: query.select.length === 0 ? [{ kind: 'star' }] : query.select,
    filters: query.filters,
    orders: query.orders,
    ranges: [{ path: [], value: topRange }, ...query.ranges.filter(({ path }) => path.length > 0)],
  });
}

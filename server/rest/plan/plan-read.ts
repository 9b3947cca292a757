import type {
  At,
  Field,
  LogicTree,
  OrderTerm,
  Query,
  RowRange,
  SelectItem,
} from '#server/rest/parse/api-request.ts';
import { refuse } from '#server/rest/rest-error.ts';
import type { Relation, RelationName, SchemaCache } from '#server/rest/schema/schema-cache.ts';
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

/** How an embed can be named in filters, orders and limits: as in the answer, or by its relation. */
interface Named {
  readonly name: string;
  readonly item: EmbedItem;
}

/** What the query says of one resource and, deeper, of the resources embedded in it. */
interface Sayings {
  readonly items: readonly SelectItem[];
  readonly filters: readonly At<LogicTree>[];
  readonly orders: readonly At<readonly OrderTerm[]>[];
  readonly ranges: readonly At<RowRange>[];
}

/** The row type a node reads: a known relation, or only a name (rows of a function). */
export interface RowType {
  readonly name: string;
  readonly relation: Relation | null;
}

function resolve(row: RowType, field: Field): PlannedField {
  return { ...field, column: row.relation?.columns.get(field.name) ?? null };
}

/** A JSON path answers under its last key. */
function outputName(field: Field): string {
  const key = field.path.findLast(({ operand }) => operand.kind === 'key')?.operand;
  return key?.kind === 'key' ? key.key : field.name;
}

function planOutputs(row: RowType, items: readonly SelectItem[]): Output[] {
  return items.flatMap((item): Output[] => {
    if (item.kind === 'star') return [{ kind: 'star' }];
    if (item.kind === 'aggregate') {
      const { apply, cast, resultCast, alias } = item;
      const field = item.field === null ? null : resolve(row, item.field);
      const aggregate = { apply, cast: resultCast };
      return [{ kind: 'aggregate', aggregate, field, cast, name: alias ?? apply }];
    }
    if (item.kind !== 'field') return [];
    const field = resolve(row, item.field);
    const name = item.alias ?? outputName(item.field);
    if (field.name === 'count' && field.column === null && row.relation !== null) {
      if (field.path.length === 0 && item.cast === null) return [{ kind: 'count', name }];
    }
    return [{ kind: 'field', field, cast: item.cast, name }];
  });
}

/** Moves what is said at `a.b` into the embed `a`, as said at `b`; refuses what is said of no embed. */
function deal<Said>(said: readonly At<Said>[], embeds: readonly Named[]) {
  const own: Said[] = [];
  const passed = embeds.map((): At<Said>[] => []);
  for (const { path, said: what } of said) {
    const [head, ...rest] = path;
    if (head === undefined) {
      own.push(what);
      continue;
    }
    const at = embeds.findIndex(({ name, item }) => name === head || item.name === head);
    if (at < 0) throw refuse.notEmbedded(head);
    passed[at]?.push({ path: rest, said: what });
  }
  return { own, passed };
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
  if (embed < 0 || tree.field.path.length > 0) return { ...tree, field: resolve(row, tree.field) };
  const { condition, negated } = tree;
  const isNull = condition.kind === 'is' && condition.value === 'null';
  const isNotNull = condition.kind === 'is' && condition.value === 'not_null';
  if (!isNull && !isNotNull) {
    const field = resolve(row, tree.field);
    if (field.column !== null) return { ...tree, field };
    throw refuse.embedFilter(tree.field.name);
  }
  return { kind: 'exists', embed, negated: isNull !== negated };
}

function planOrder(
  row: RowType,
  embeds: readonly Pick<Embed, 'name' | 'toOne' | 'node' | 'relationship'>[],
  targets: readonly RowType[],
  term: OrderTerm,
): PlannedOrder {
  const { direction, nulls } = term;
  if (term.relation === null) {
    return { embed: null, field: resolve(row, term.field), direction, nulls };
  }
  const at = embeds.findIndex(({ name }) => name === term.relation);
  const embed = embeds[at];
  const target = targets[at];
  if (embed === undefined || target === undefined) throw refuse.notEmbedded(term.relation);
  if (!embed.toOne) throw refuse.relatedOrder(row.name, term.relation);
  return { embed: at, field: resolve(target, term.field), direction, nulls };
}

function smallest(limit: number | null, cap: number | null): number | null {
  if (limit === null) return cap;
  return cap === null ? limit : Math.min(limit, cap);
}

type EmbedItem = Extract<SelectItem, { kind: 'embed' | 'spread' }>;

function isEmbed(item: SelectItem): item is EmbedItem {
  return item.kind === 'embed' || item.kind === 'spread';
}

function targetRow(scope: Scope, target: RelationName): RowType {
  const relation = scope.schema.relation(target.schema, target.name) ?? null;
  return { name: target.name, relation };
}

function isHidden(node: ReadNode): boolean {
  return node.outputs.length === 0 && node.embeds.every((embed) => embed.hidden);
}

function planNode(scope: Scope, row: RowType, source: Source, sayings: Sayings): ReadNode {
  const items = sayings.items.filter(isEmbed);
  const named = items.map((item): Named => ({
    name: item.kind === 'embed' ? (item.alias ?? item.name) : item.name,
    item,
  }));
  const filters = deal(sayings.filters, named);
  const orders = deal(sayings.orders, named);
  const ranges = deal(sayings.ranges, named);
  const targets: RowType[] = [];
  const embeds = named.map(({ name, item }, at): Embed => {
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
        filters: filters.passed[at] ?? [],
        orders: orders.passed[at] ?? [],
        ranges: ranges.passed[at] ?? [],
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
  const outputs = planOutputs(row, sayings.items);
  const own = outputs.some(({ kind }) => kind === 'aggregate');
  if (own && !scope.schema.settings.aggregates) throw refuse.aggregates();
  return Object.freeze({
    source,
    outputs,
    grouped: own || embeds.some(({ shape, node }) => shape === 'spread' && node.grouped),
    embeds,
    where: filters.own.map((tree) => planCondition(row, named, tree)),
    order: orders.own.flat().map((term) => planOrder(row, embeds, targets, term)),
    offset: range?.offset ?? 0,
    limit: smallest(range?.limit ?? null, scope.maxRows),
  });
}

/** Plans the reading part of a request; `topRange` is the root's range, its limit still without the cap. */
export function planRead(
  scope: Scope,
  row: RowType,
  source: Source,
  query: Query,
  topRange: RowRange,
): ReadNode {
  return planNode(scope, row, source, {
    // Nothing selected and nothing embedded: everything, as upstream.
    items: query.select.length === 0 ? [{ kind: 'star' }] : query.select,
    filters: query.filters,
    orders: query.orders,
    ranges: [{ path: [], said: topRange }, ...query.ranges.filter(({ path }) => path.length > 0)],
  });
}

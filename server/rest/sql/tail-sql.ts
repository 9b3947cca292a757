/** WHERE, ORDER BY, LIMIT and OFFSET of a node. */
import type { Embed, PlannedField, PlannedOrder, ReadNode } from '#server/rest/plan/read-plan.ts';
import { refuse } from '#server/rest/rest-error.ts';
import { conditionSql, fieldSql } from './conditions.ts';
import { embeddedFrom } from './embedded-from.ts';
import { rowAsParent, type Parent, type Place } from './scope.ts';

/** What cuts all of an embed's rows off; other limits leave one. */
function cutOff({ node, toOne }: Embed): string {
  return node.offset > 0 || node.limit === 0 ? limitSql(node, toOne) : '';
}

/** Whether it has one row whatever there is below it: counts and aggregates, and nothing to group them by. */
function isOneRow({ outputs, embeds }: ReadNode): boolean {
  return (
    outputs.every(({ kind }) => kind === 'count' || kind === 'aggregate') &&
    embeds.every(({ hidden, shape, node }) => {
      return hidden || (shape === 'spread' && node.grouped && isOneRow(node));
    })
  );
}

function existsSql(embed: Embed, place: Place, parent: Parent): string {
  // Aggregates that are spread are made above, of the rows that are here.
  const isMade = !embed.hidden && (embed.shape === 'json' || !embed.node.grouped);
  if (isMade && isOneRow(embed.node)) return cutOff(embed) === '' ? 'true' : 'false';
  if (isMade && embed.node.grouped && embed.node.offset > 0) throw refuse.groupOffset();
  place.parameters.countCondition();
  const from = embeddedFrom(embed, place, parent);
  const where = whereSql([...from.conditions, ...whereOf(embed.node, from.place, from.row)]);
  return `EXISTS (SELECT 1 FROM ${from.sql}${where}${cutOff(embed)})`;
}

export function whereOf(node: ReadNode, place: Place, row: string): string[] {
  const exists = (index: number) => {
    const embed = node.embeds[index];
    return embed === undefined ? 'false' : existsSql(embed, place, rowAsParent(row));
  };
  return [
    ...node.where.map((condition) => conditionSql(row, condition, place.parameters, exists)),
    ...innerOf(node, place, rowAsParent(row)),
  ];
}

export function innerOf(node: ReadNode, place: Place, parent: Parent): string[] {
  return node.embeds.filter(({ inner }) => inner).map((embed) => existsSql(embed, place, parent));
}

/** The row whose fields and relations a tail speaks of. */
export interface Spoken {
  field(field: PlannedField): string;
  readonly parent: Parent;
}

export function spokenRow(row: string): Spoken {
  return { field: (field) => fieldSql(row, field), parent: rowAsParent(row) };
}

/** What a node is ordered by, one by one; `suffix` is its direction and where nulls go. */
export function orderExpressions(
  node: ReadNode,
  place: Place,
  spoken: Spoken,
): readonly { readonly sql: string; readonly suffix: string }[] {
  return node.order.map((term) => {
    const direction = term.direction === null ? '' : ` ${term.direction.toUpperCase()}`;
    const nulls = term.nulls === null ? '' : ` NULLS ${term.nulls.toUpperCase()}`;
    return { sql: orderedBy(term, node, place, spoken), suffix: direction + nulls };
  });
}

function orderedBy(term: PlannedOrder, node: ReadNode, place: Place, spoken: Spoken): string {
  const embed = term.embed === null ? undefined : node.embeds[term.embed];
  if (embed === undefined) return spoken.field(term.field);
  const from = embeddedFrom(embed, place, spoken.parent);
  const where = whereSql([...from.conditions, ...whereOf(embed.node, from.place, from.row)]);
  return `(SELECT ${fieldSql(from.row, term.field)} FROM ${from.sql}${where} LIMIT 1)`;
}

export function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** LIMIT and OFFSET. */
export function limitSql(node: ReadNode, toOne: boolean): string {
  const limit = node.limit === null || toOne ? '' : ` LIMIT ${node.limit}`;
  return node.offset > 0 ? `${limit} OFFSET ${node.offset}` : limit;
}

/** ORDER BY, LIMIT and OFFSET. */
export function cutSql(node: ReadNode, place: Place, spoken: Spoken, toOne: boolean): string {
  const terms = orderExpressions(node, place, spoken).map(({ sql, suffix }) => sql + suffix);
  const order = terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`;
  return order + limitSql(node, toOne);
}

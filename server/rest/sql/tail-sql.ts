/** WHERE, ORDER BY, LIMIT and OFFSET of a node. */
import type { Embed, PlannedField, PlannedOrder, ReadNode } from '#server/rest/plan/read-plan.ts';
import { conditionSql, fieldSql } from './conditions.ts';
import { embeddedFrom } from './embedded-from.ts';
import { rowAsParent, type Parent, type Place } from './scope.ts';

function existsSql(embed: Embed, place: Place, parent: Parent): string {
  const from = embeddedFrom(embed, place, parent);
  const where = whereSql([...from.conditions, ...whereOf(embed.node, from.place, from.row)]);
  return `EXISTS (SELECT 1 FROM ${from.sql}${where})`;
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

function orderTerm(term: PlannedOrder, node: ReadNode, place: Place, spoken: Spoken): string {
  const embed = term.embed === null ? undefined : node.embeds[term.embed];
  let sql: string;
  if (embed === undefined) {
    sql = spoken.field(term.field);
  } else {
    const from = embeddedFrom(embed, place, spoken.parent);
    const where = whereSql([...from.conditions, ...whereOf(embed.node, from.place, from.row)]);
    sql = `(SELECT ${fieldSql(from.row, term.field)} FROM ${from.sql}${where} LIMIT 1)`;
  }
  const direction = term.direction === null ? '' : ` ${term.direction.toUpperCase()}`;
  return sql + direction + (term.nulls === null ? '' : ` NULLS ${term.nulls.toUpperCase()}`);
}

export function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** ORDER BY, LIMIT and OFFSET. */
export function cutSql(node: ReadNode, place: Place, spoken: Spoken, toOne: boolean): string {
  const terms = node.order.map((term) => orderTerm(term, node, place, spoken));
  let sql = terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`;
  if (node.limit !== null && !toOne) sql += ` LIMIT ${node.limit}`;
  if (node.offset > 0) sql += ` OFFSET ${node.offset}`;
  return sql;
}

/**
 * Writes the reading of a plan. Rows are filtered, ordered and limited first, in a query of their own; embeds are
 * subqueries of the rows that are left, so that their cost grows with the answer and not with the table.
 */
import type { Embed, PlannedField, ReadNode } from '#server/rest/plan/read-plan.ts';
import { fieldSql } from './conditions.ts';
import { embeddedFrom } from './embedded-from.ts';
import { Handed } from './handed.ts';
import { castType, quoteIdentifier } from './identifiers.ts';
import { freeName, rowAlias, within, type Parent, type Place, type Written } from './scope.ts';
import { cutSql, innerOf, spokenRow, whereOf, whereSql, type Spoken } from './tail-sql.ts';

function fieldExpression(row: string, field: PlannedField, cast: string | null): string {
  const sql = fieldSql(row, field);
  return cast === null ? sql : `CAST(${sql} AS ${castType(cast)})`;
}

/** What the rows of a node are made from. */
export interface RowSource {
  /** As FROM reads it, and the quoted name of its row. */
  readonly from: string;
  readonly row: string;
  readonly join: readonly string[];
  /** All columns of the row by name, when known: `*` is spelled out where embeds stand beside it. */
  readonly columns: readonly string[] | null;
  readonly toOne: boolean;
}

/** The key of each output, and its expression over the row. */
function plainOutputs(node: ReadNode, row: string, columns: readonly string[] | null) {
  return node.outputs.flatMap((output): { name: string | null; sql: string }[] => {
    switch (output.kind) {
      case 'star':
        if (columns === null) return [{ name: null, sql: `${row}.*` }];
        return columns.map((name) => ({ name, sql: `${row}.${quoteIdentifier(name)}` }));
      case 'count':
        return [{ name: output.name, sql: 'count(*)' }];
      case 'field':
        return [{ name: output.name, sql: fieldExpression(row, output.field, output.cast) }];
    }
  });
}

function columnsOf(embed: Embed, columns: ColumnsOf): readonly string[] | null {
  const { schema, name } = embed.relationship.target;
  return columns(schema, name);
}

/** Names of a relation's columns, for spelling `*` out; null when it is not known. */
export type ColumnsOf = (schema: string, name: string) => readonly string[] | null;

interface OuterPiece {
  readonly outputs: readonly { readonly name: string; readonly sql: string }[];
  readonly lateral: string | null;
}

function jsonEmbed(
  embed: Embed,
  place: Place,
  parent: Parent,
  columnsKnown: ColumnsOf,
): OuterPiece {
  const from = embeddedFrom(embed, place, parent);
  const columns = columnsOf(embed, columnsKnown);
  const source: RowSource = {
    from: from.sql,
    row: from.row,
    join: from.conditions,
    columns,
    toOne: embed.toOne,
  };
  const { sql, names } = nodeSql(embed.node, source, from.place, columnsKnown);
  const name = quoteIdentifier(rowAlias(`_r${place.depth}`, names));
  const json = embed.toOne
    ? `(SELECT row_to_json(${name}) FROM (${sql} LIMIT 1) AS ${name})`
    : `(SELECT coalesce(json_agg(${name}), '[]') FROM (${sql}) AS ${name})`;
  return { outputs: [{ name: embed.name, sql: json }], lateral: null };
}

function spreadEmbed(
  embed: Embed,
  place: Place,
  parent: Parent,
  columnsKnown: ColumnsOf,
  at: number,
): OuterPiece {
  const from = embeddedFrom(embed, place, parent);
  const columns = columnsOf(embed, columnsKnown);
  const source: RowSource = {
    from: from.sql,
    row: from.row,
    join: from.conditions,
    columns: columns ?? [],
    toOne: embed.toOne,
  };
  const { sql, names } = nodeSql(embed.node, source, from.place, columnsKnown);
  const spread = freeName(place, `_s${place.depth}_${at}`);
  const inside = freeName(place, `_i${place.depth}_${at}`);
  const keys = [...new Set(names ?? [])];
  if (embed.toOne) {
    // The limit also keeps the planner from turning this into a join that loses the order of rows.
    return {
      outputs: keys.map((name) => ({ name, sql: `${spread}.${quoteIdentifier(name)}` })),
      lateral: ` LEFT JOIN LATERAL (${sql} LIMIT 1) AS ${spread} ON true`,
    };
  }
  const lists = keys.map((name) => {
    const quoted = quoteIdentifier(name);
    return `coalesce(json_agg(${inside}.${quoted}), '[]') AS ${quoted}`;
  });
  return {
    outputs: keys.map((name) => ({ name, sql: `${spread}.${quoteIdentifier(name)}` })),
    lateral: ` LEFT JOIN LATERAL (SELECT ${lists.join(', ') || '1'} FROM (${sql}) AS ${inside}) AS ${spread} ON true`,
  };
}

/** The query for the rows of a node, with its embeds, under the names of the answer. */
export function nodeSql(
  node: ReadNode,
  source: RowSource,
  place: Place,
  columnsKnown: ColumnsOf,
): Written {
  const visible = node.embeds.filter(({ hidden }) => !hidden);
  const where = whereSql([...source.join, ...whereOf(node, place, source.row)]);
  const rest = where + cutSql(node, place, spokenRow(source.row), source.toOne);
  if (visible.length === 0) {
    const outputs = plainOutputs(node, source.row, null);
    const list = outputs
      .map(({ name, sql }) => (name === null ? sql : `${sql} AS ${quoteIdentifier(name)}`))
      .join(', ');
    const names = plainOutputs(node, source.row, source.columns).map(({ name }) => name);
    return {
      sql: `SELECT ${list} FROM ${source.from}${rest}`,
      names: names.every((name) => name !== null) ? names : null,
    };
  }
  const base = freeName(place, `_b${place.depth}`);
  const handed = new Handed(source.row, base);
  const pieces = outerPieces(node, source, handed, within(place, base), columnsKnown);
  return {
    sql: `SELECT ${pieces.list} FROM (SELECT ${handed.list()} FROM ${source.from}${rest}) AS ${base}${pieces.laterals}`,
    names: pieces.names,
  };
}

/**
 * The query over rows that are already there under handed names (what a write returned): `rows` names them
 * in FROM. The conditions of the root were the write's; only `!inner`, order and range are left.
 */
export function representationSql(
  node: ReadNode,
  source: Pick<RowSource, 'row' | 'columns'>,
  handed: Handed,
  rows: string,
  place: Place,
  columnsKnown: ColumnsOf,
): Written {
  const inner = within(place, handed.base);
  const pieces = outerPieces(node, source, handed, inner, columnsKnown);
  const parent = handed.asParent();
  const spoken: Spoken = {
    field: (field) => handed.take(fieldSql(source.row, field)),
    parent,
  };
  const where = whereSql(innerOf(node, inner, parent));
  const cut = cutSql(node, inner, spoken, false);
  return {
    sql: `SELECT ${pieces.list} FROM ${rows} AS ${handed.base}${pieces.laterals}${where}${cut}`,
    names: pieces.names,
  };
}

/** Outputs over the handed columns; `*` is spelled out, so that nothing handed for a join is shown. */
function outerPieces(
  node: ReadNode,
  source: Pick<RowSource, 'row' | 'columns'>,
  handed: Handed,
  place: Place,
  columnsKnown: ColumnsOf,
) {
  const outputs = plainOutputs(node, source.row, source.columns ?? []).map(({ name, sql }) => ({
    name,
    sql: handed.take(sql),
  }));
  const parent = handed.asParent();
  let laterals = '';
  for (const [at, embed] of node.embeds.entries()) {
    if (embed.hidden) continue;
    const piece =
      embed.shape === 'json'
        ? jsonEmbed(embed, place, parent, columnsKnown)
        : spreadEmbed(embed, place, parent, columnsKnown, at);
    outputs.push(...piece.outputs);
    laterals += piece.lateral ?? '';
  }
  const list = outputs
    .map(({ name, sql }) => (name === null ? sql : `${sql} AS ${quoteIdentifier(name)}`))
    .join(', ');
  return { list, names: outputs.flatMap(({ name }) => (name === null ? [] : [name])), laterals };
}

/** `FROM … WHERE …` of the node alone, for counting. */
export function countedSql(node: ReadNode, source: RowSource, place: Place): string {
  return `FROM ${source.from}${whereSql([...source.join, ...whereOf(node, place, source.row)])}`;
}

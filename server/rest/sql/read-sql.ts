/**
 * Writes the reading of a plan. Rows are filtered, ordered and limited first, in a query of their own; embeds are
 * subqueries of the rows that are left, so that their cost grows with the answer and not with the table.
 */
import type { Embed, ReadNode } from '#server/rest/plan/read-plan.ts';
import type { Relation } from '#server/rest/schema/schema-cache.ts';
import { fieldSql } from './conditions.ts';
import { embeddedFrom } from './embedded-from.ts';
import { groupedSql } from './group-sql.ts';
import { Handed } from './handed.ts';
import { quoteIdentifier } from './identifiers.ts';
import { listed, namesOf, plainPieces } from './pieces.ts';
import {
  freeName,
  rowAlias,
  within,
  type Parent,
  type Piece,
  type Place,
  type Written,
} from './scope.ts';
import { cutSql, innerOf, spokenRow, whereOf, whereSql, type Spoken } from './tail-sql.ts';

/** What the rows of a node are made from. */
export interface RowSource {
  /** As FROM reads it, and the quoted name of its row. */
  readonly from: string;
  readonly row: string;
  readonly join: readonly string[];
  /** The relation whose row it is, when known: `*` is spelled out where embeds stand beside it. */
  readonly relation: Relation | null;
  readonly toOne: boolean;
}

/** The relation of a name, when it is exposed. */
export type RelationOf = (schema: string, name: string) => Relation | null;

interface Outer {
  readonly pieces: readonly Piece[];
  readonly laterals: string;
}

function sourceOf(embed: Embed, place: Place, parent: Parent, known: RelationOf) {
  const from = embeddedFrom(embed, place, parent);
  const { schema, name } = embed.relationship.target;
  const source: RowSource = {
    from: from.sql,
    row: from.row,
    join: from.conditions,
    relation: known(schema, name),
    toOne: embed.toOne,
  };
  return { source, inner: from.place };
}

function jsonEmbed(embed: Embed, place: Place, parent: Parent, known: RelationOf): Piece {
  const { source, inner } = sourceOf(embed, place, parent, known);
  const { sql, names } = nodeSql(embed.node, source, inner, known);
  const name = quoteIdentifier(rowAlias(`_r${place.depth}`, names));
  const json = embed.toOne
    ? `(SELECT row_to_json(${name}) FROM (${sql} LIMIT 1) AS ${name})`
    : `(SELECT coalesce(json_agg(${name}), '[]') FROM (${sql}) AS ${name})`;
  return { name: embed.name, sql: json, aggregate: null };
}

/** Its pieces become pieces of the row it is spread into; to-many ones as lists. */
function spreadEmbed(
  embed: Embed,
  place: Place,
  parent: Parent,
  known: RelationOf,
  at: number,
): Outer {
  const { source, inner } = sourceOf(embed, place, parent, known);
  const { sql, pieces } = piecesSql(embed.node, source, inner, known, true);
  const spread = freeName(place, `_s${place.depth}_${at}`);
  const shown = pieces.map(({ name, aggregate }, index): Piece => {
    return { name, sql: `${spread}._${index + 1}`, aggregate };
  });
  if (embed.toOne) {
    // The limit also keeps the planner from turning this into a join that loses the order of rows.
    return { pieces: shown, laterals: ` LEFT JOIN LATERAL (${sql} LIMIT 1) AS ${spread} ON true` };
  }
  const item = freeName(place, `_i${place.depth}_${at}`);
  const lists = pieces.map((_, index) => {
    return `coalesce(json_agg(${item}._${index + 1}), '[]') AS _${index + 1}`;
  });
  const all = `SELECT ${lists.join(', ') || '1'} FROM (${sql}) AS ${item}`;
  return { pieces: shown, laterals: ` LEFT JOIN LATERAL (${all}) AS ${spread} ON true` };
}

/** Pieces over the handed columns; `*` is spelled out, so that nothing handed for a join is shown. */
function outerPieces(
  node: ReadNode,
  source: Pick<RowSource, 'row' | 'relation'>,
  handed: Handed,
  place: Place,
  known: RelationOf,
): Outer {
  const pieces = plainPieces(node.outputs, source, true).map((piece): Piece => {
    return { ...piece, sql: handed.take(piece.sql) };
  });
  const parent = handed.asParent();
  let laterals = '';
  for (const [at, embed] of node.embeds.entries()) {
    if (embed.hidden) continue;
    if (embed.shape === 'json') {
      pieces.push(jsonEmbed(embed, place, parent, known));
    } else {
      const spread = spreadEmbed(embed, place, parent, known, at);
      pieces.push(...spread.pieces);
      laterals += spread.laterals;
    }
  }
  return { pieces, laterals };
}

/** The rows of a node with its pieces under `_1`, `_2`, …; `cut`: ordered and limited. */
function piecesSql(
  node: ReadNode,
  source: RowSource,
  place: Place,
  known: RelationOf,
  cut: boolean,
): { sql: string; pieces: readonly Piece[] } {
  const base = freeName(place, `_b${place.depth}`);
  const handed = new Handed(source.row, base);
  const { pieces, laterals } = outerPieces(node, source, handed, within(place, base), known);
  const where = whereSql([...source.join, ...whereOf(node, place, source.row)]);
  const rest = cut ? cutSql(node, place, spokenRow(source.row), source.toOne) : '';
  const list = pieces.map(({ sql }, index) => `${sql} AS _${index + 1}`).join(', ');
  return {
    sql: `SELECT ${list} FROM (SELECT ${handed.list()} FROM ${source.from}${where}${rest}) AS ${base}${laterals}`,
    pieces,
  };
}

/** Groups of a node's rows: each row first, then what is made of all that are alike. */
function groupedRows(node: ReadNode, source: RowSource, place: Place, known: RelationOf): Written {
  const base = freeName(place, `_b${place.depth}`);
  const handed = new Handed(source.row, base);
  const { pieces, laterals } = outerPieces(node, source, handed, within(place, base), known);
  const spoken: Spoken = {
    field: (field) => handed.take(fieldSql(source.row, field)),
    parent: handed.asParent(),
  };
  const group = groupedSql(node, pieces, spoken, within(place, base));
  const where = whereSql([...source.join, ...whereOf(node, place, source.row)]);
  const rows = `(SELECT ${handed.list()} FROM ${source.from}${where}) AS ${base}${laterals}`;
  return { sql: group.over(rows), names: namesOf(pieces) };
}

/** The query for the rows of a node, with its embeds, under the names of the answer. */
export function nodeSql(
  node: ReadNode,
  source: RowSource,
  place: Place,
  known: RelationOf,
): Written {
  if (node.grouped) return groupedRows(node, source, place, known);
  const visible = node.embeds.filter(({ hidden }) => !hidden);
  const where = whereSql([...source.join, ...whereOf(node, place, source.row)]);
  const rest = where + cutSql(node, place, spokenRow(source.row), source.toOne);
  if (visible.length === 0) {
    const spelled = plainPieces(node.outputs, source, true);
    const unknown = source.relation === null && node.outputs.some(({ kind }) => kind === 'star');
    return {
      sql: `SELECT ${listed(plainPieces(node.outputs, source, false))} FROM ${source.from}${rest}`,
      names: unknown ? null : namesOf(spelled),
    };
  }
  const base = freeName(place, `_b${place.depth}`);
  const handed = new Handed(source.row, base);
  const { pieces, laterals } = outerPieces(node, source, handed, within(place, base), known);
  return {
    sql: `SELECT ${listed(pieces)} FROM (SELECT ${handed.list()} FROM ${source.from}${rest}) AS ${base}${laterals}`,
    names: namesOf(pieces),
  };
}

/**
 * The query over rows that are already there under handed names (what a write returned): `rows` names them
 * in FROM. The conditions of the root were the write's; only `!inner`, order and groups are left.
 */
export function representationSql(
  node: ReadNode,
  source: Pick<RowSource, 'row' | 'relation'>,
  handed: Handed,
  rows: string,
  place: Place,
  known: RelationOf,
): Written {
  const inner = within(place, handed.base);
  const { pieces, laterals } = outerPieces(node, source, handed, inner, known);
  const parent = handed.asParent();
  const spoken: Spoken = {
    field: (field) => handed.take(fieldSql(source.row, field)),
    parent,
  };
  const where = whereSql(innerOf(node, inner, parent));
  const from = `${rows} AS ${handed.base}${laterals}${where}`;
  if (node.grouped) {
    return { sql: groupedSql(node, pieces, spoken, inner).over(from), names: namesOf(pieces) };
  }
  const cut = cutSql(node, inner, spoken, false);
  return { sql: `SELECT ${listed(pieces)} FROM ${from}${cut}`, names: namesOf(pieces) };
}

/** `FROM … WHERE …` of the node alone, for counting. */
export function countedSql(node: ReadNode, source: RowSource, place: Place): string {
  return `FROM ${source.from}${whereSql([...source.join, ...whereOf(node, place, source.row)])}`;
}

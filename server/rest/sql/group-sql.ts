/** Groups: what is made of all rows that are alike in everything else that is selected. */
import type { ReadNode } from '#server/rest/plan/read-plan.ts';
import { castType, quoteIdentifier } from './identifiers.ts';
import { freeName, type Piece, type Place } from './scope.ts';
import { limitSql, orderExpressions, type Spoken } from './tail-sql.ts';

interface Grouped {
  /** The whole query, over rows given as FROM reads them. */
  over(from: string): string;
}

/** JSON knows no equality, JSONB does. */
function comparable(piece: Piece, isEmbed: boolean): string {
  return isEmbed ? `(${piece.sql})::jsonb` : piece.sql;
}

export function groupedSql(
  node: ReadNode,
  pieces: readonly Piece[],
  spoken: Spoken,
  place: Place,
): Grouped {
  const group = freeName(place, `_g${place.depth}`);
  const embeds = new Set(
    node.embeds.filter(({ shape }) => shape === 'json').map(({ name }) => name),
  );
  const inner = pieces.map((piece) =>
    comparable(piece, piece.aggregate === null && embeds.has(piece.name ?? '')),
  );
  const shown = pieces.map(({ name, aggregate }, index) => {
    const column = `${group}._${index + 1}`;
    const made = aggregate === null ? column : `${aggregate.apply}(${column})`;
    const cast = aggregate?.cast == null ? made : `CAST(${made} AS ${castType(aggregate.cast)})`;
    return `${cast} AS ${quoteIdentifier(name ?? '')}`;
  });
  const keys = pieces.flatMap(({ aggregate }, index) =>
    aggregate === null ? [`${group}._${index + 1}`] : [],
  );
  // What groups are ordered by must be one of their keys; for all else PostgreSQL refuses (42803).
  const terms = orderExpressions(node, place, spoken).map(({ sql, suffix }) => {
    const at = pieces.findIndex((piece) => piece.aggregate === null && piece.sql === sql);
    const index = at < 0 ? inner.push(sql) - 1 : at;
    return `${group}._${index + 1}${suffix}`;
  });
  const list = inner.map((sql, index) => `${sql} AS _${index + 1}`).join(', ');
  const by = keys.length === 0 ? '' : ` GROUP BY ${keys.join(', ')}`;
  const order = terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`;
  return {
    over: (from) =>
      `SELECT ${shown.join(', ')} FROM (SELECT ${list} FROM ${from}) AS ${group}${by}${order}${limitSql(node, false)}`,
  };
}

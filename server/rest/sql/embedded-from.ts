import type { Embed } from '#server/rest/plan/read-plan.ts';
import type { ColumnPairs } from '#server/rest/schema/schema-cache.ts';
import { quoteIdentifier, quoteName, stemOf } from './identifiers.ts';
import { freeName, within, type Parent, type Place } from './scope.ts';

function joinOn(pairs: ColumnPairs, parent: Parent, row: string, targetSide: 0 | 1): string[] {
  return pairs.map((pair) => {
    const [own, other] = targetSide === 1 ? [pair[1], pair[0]] : [pair[0], pair[1]];
    return `${row}.${quoteIdentifier(own)} = ${parent.column(other)}`;
  });
}

interface From {
  readonly row: string;
  readonly sql: string;
  readonly conditions: readonly string[];
  readonly place: Place;
}

/** FROM and join conditions of an embedded resource. */
export function embeddedFrom(embed: Embed, place: Place, parent: Parent): From {
  const { relationship } = embed;
  const row = freeName(place, `${stemOf(relationship.target.name)}_${place.depth + 1}`);
  const inner = { ...within(place, row), depth: place.depth + 1 };
  const target = quoteName(relationship.target.schema, relationship.target.name);
  if (relationship.kind === 'computed') {
    const { schema, name } = relationship.routine;
    return {
      row,
      sql: `${quoteName(schema, name)}(${parent.row()}) AS ${row}`,
      conditions: [],
      place: inner,
    };
  }
  if (relationship.kind !== 'many-to-many') {
    const conditions = joinOn(relationship.columns, parent, row, 1);
    return { row, sql: `${target} AS ${row}`, conditions, place: inner };
  }
  const junction = freeName(inner, `${stemOf(relationship.junction.name)}_${place.depth + 1}_via`);
  const via = quoteName(relationship.junction.schema, relationship.junction.name);
  return {
    row,
    sql: `${target} AS ${row}, ${via} AS ${junction}`,
    conditions: [
      ...joinOn(relationship.originColumns, parent, junction, 1),
      ...relationship.targetColumns.map(
        ([own, other]) => `${row}.${quoteIdentifier(other)} = ${junction}.${quoteIdentifier(own)}`,
      ),
    ],
    place: within(inner, junction),
  };
}

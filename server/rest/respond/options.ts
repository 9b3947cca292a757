import type { DataAnswer } from '#server/rest/exchange.ts';
import type { Resource } from '#server/rest/parse/parse-request.ts';
import { splitQuery } from '#server/rest/parse/query-string.ts';
import { chooseRoutine } from '#server/rest/plan/choose-routine.ts';
import { findRelation } from '#server/rest/plan/plan.ts';
import type { SchemaCache } from '#server/rest/schema/schema-cache.ts';

function methodsOf(
  schema: SchemaCache,
  schemaName: string,
  resource: Resource,
  search: string,
): string {
  if (resource.kind === 'root') return 'OPTIONS,GET,HEAD';
  if (resource.kind === 'routine') {
    const routines = schema.routines(schemaName, resource.name);
    const named = splitQuery(search, true).parameters;
    const call = {
      schemaName,
      name: resource.name,
      by: 'GET',
      argumentNames: named
        .filter(({ slot, text }) => slot !== null && text === '')
        .map(({ name }) => name),
      body: { kind: 'none' },
    } as const;
    // Whichever is meant: only with arguments can one of several be told from the others.
    const meant = routines.length > 0 && call.argumentNames.length === 0;
    const asked = meant ? routines : [chooseRoutine(schema, call).routine];
    const readable = asked.some(({ volatility }) => volatility !== 'volatile');
    return readable ? 'OPTIONS,GET,HEAD,POST' : 'OPTIONS,POST';
  }
  const relation = findRelation(schema, schemaName, resource.name);
  const { insertable, updatable, deletable, primaryKey } = relation;
  return [
    'OPTIONS,GET,HEAD',
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ].join(',');
}

/** Tells which methods a resource takes. */
export function respondOptions(
  schema: SchemaCache,
  schemaName: string,
  resource: Resource,
  search: string,
): DataAnswer {
  const allow = methodsOf(schema, schemaName, resource, search);
  return { status: 200, headers: [['allow', allow]], body: null };
}

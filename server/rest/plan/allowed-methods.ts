import type { Resource } from '#server/rest/parse/parse-request.ts';
import { parseQuery } from '#server/rest/parse/parse-query.ts';
import { splitQuery } from '#server/rest/parse/query-string.ts';
import { relationMethods } from '#server/rest/schema/relation-methods.ts';
import type { SchemaCache } from '#server/rest/schema/schema-cache.ts';
import { chooseRoutine } from './choose-routine.ts';
import { findRelation } from './plan.ts';

/** Returns the methods that a resource allows, as in an Allow header. */
export function allowedMethods(
  schema: SchemaCache,
  schemaName: string,
  resource: Resource,
  search: string,
): string {
  if (resource.kind === 'root') return 'OPTIONS,GET,HEAD';
  if (resource.kind === 'routine') {
    const routines = schema.routines(schemaName, resource.name);
    const { args } = parseQuery(splitQuery(search, true).parameters, true);
    const call = {
      schemaName,
      name: resource.name,
      by: 'GET',
      argumentNames: args.map(({ name }) => name),
      body: { kind: 'none' },
    } as const;
    // Without arguments, all overloads count: only arguments can choose one of them.
    const isAny = routines.length > 0 && call.argumentNames.length === 0;
    const candidates = isAny ? routines : [chooseRoutine(schema, call)];
    const isReadable = candidates.some(({ volatility }) => volatility !== 'volatile');
    return isReadable ? 'OPTIONS,GET,HEAD,POST' : 'OPTIONS,POST';
  }
  return relationMethods(findRelation(schema, schemaName, resource.name));
}

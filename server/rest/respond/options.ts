import type { Resource } from '#server/rest/parse/parse-request.ts';
import { findRelation } from '#server/rest/plan/plan.ts';
import { refuse } from '#server/rest/rest-error.ts';
import type { SchemaCache } from '#server/rest/schema/schema-cache.ts';

function methodsOf(schema: SchemaCache, schemaName: string, resource: Resource): string {
  if (resource.kind === 'root') return 'OPTIONS,GET,HEAD';
  if (resource.kind === 'routine') {
    const routines = schema.routines(schemaName, resource.name);
    if (routines.length === 0) throw refuse.path();
    const readable = routines.some(({ volatility }) => volatility !== 'volatile');
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
): Response {
  const allow = methodsOf(schema, schemaName, resource);
  return new Response(null, { status: 200, headers: { allow } });
}

import type { Relation } from './schema-cache.ts';

type Write = 'insert' | 'update' | 'delete';

/** Whether PostgreSQL can write to the relation at all, regardless of the caller's rights. */
export function isWritable(relation: Relation, write: Write): boolean {
  switch (write) {
    case 'insert':
      return relation.insertable;
    case 'update':
      return relation.updatable;
    case 'delete':
      return relation.deletable;
  }
}

/** Returns the methods that a relation takes, as the Allow header lists them. */
export function relationMethods(relation: Relation): string {
  const { insertable, updatable, deletable, primaryKey } = relation;
  return [
    'OPTIONS,GET,HEAD',
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ].join(',');
}

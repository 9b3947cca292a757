import type { RelationName } from '#server/rest/schema/schema-cache.ts';

/** How a body is written. */
export type Writing =
  /** A JSON array, or the one value of what is no set. */
  | { readonly kind: 'json'; readonly strip: boolean }
  /** The one row as a JSON object. */
  | { readonly kind: 'object'; readonly strip: boolean }
  | { readonly kind: 'csv' }
  /** Values of a column one after the other, as they are. */
  | { readonly kind: 'values'; readonly column: string; readonly bytes: boolean }
  /** By a function or an aggregate of the database, made for a media type. */
  | {
      readonly kind: 'handler';
      readonly handler: RelationName;
      /** The row type that it takes; null when it takes any, or a value. */
      readonly target: RelationName | null;
      readonly bytes: boolean;
    };

/** What the body is made of: the rows `_t`, which may be single values in the column pgrst_scalar. */
export type BodyForm =
  | { readonly kind: 'none' }
  | { readonly kind: 'rows'; readonly writing: Writing }
  | { readonly kind: 'scalars'; readonly writing: Writing; readonly set: boolean }
  /** One row of a function that returns no set. */
  | { readonly kind: 'row'; readonly writing: Writing };

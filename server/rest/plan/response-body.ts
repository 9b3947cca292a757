import type { QualifiedName } from '#server/rest/schema/schema-cache.ts';

/** The encoding of a response body. */
export type BodyEncoding =
  /** A JSON array, or a single JSON value if the function returns no set. */
  | { readonly kind: 'json'; readonly strip: boolean }
  /** The only row as a JSON object. */
  | { readonly kind: 'object'; readonly strip: boolean }
  | { readonly kind: 'csv' }
  /** The values of a column, concatenated without any encoding. */
  | { readonly kind: 'values'; readonly column: string; readonly bytes: boolean }
  /** The result of a media type handler: a function or an aggregate of the database. */
  | {
      readonly kind: 'handler';
      readonly handler: QualifiedName;
      /** The row type that the handler takes; null if it takes any type. */
      readonly target: QualifiedName | null;
      /** Whether the handler is the domain that the function returns, not an aggregate. */
      readonly isDomain: boolean;
      readonly bytes: boolean;
    };

/**
 * The content of a response body. It is encoded from the rows `_t`; for `scalars` these have the
 * one column pgrst_scalar.
 */
export type ResponseBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'rows'; readonly encoding: BodyEncoding }
  | { readonly kind: 'scalars'; readonly encoding: BodyEncoding; readonly set: boolean }
  /** The one row of a function that returns no set. */
  | { readonly kind: 'row'; readonly encoding: BodyEncoding };

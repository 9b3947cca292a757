import type { MediaType } from '#server/rest/parse/media-type.ts';

/** How the body is made of the rows `_t`. */
export type BodyForm =
  | { readonly kind: 'none' }
  | { readonly kind: 'rows'; readonly media: MediaType }
  /** One value a row, in the column pgrst_scalar. */
  | { readonly kind: 'scalars'; readonly media: MediaType; readonly set: boolean }
  /** One row of a function that returns no set. */
  | { readonly kind: 'row'; readonly media: MediaType };

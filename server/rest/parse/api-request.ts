/**
 * A parsed request, before the schema is consulted: frozen unions tagged by `kind`. Filters refer
 * to their values by slot, so requests that differ only in values are equal and share one plan.
 */
import type { MediaType } from './media-type.ts';
import type { Preferences } from './preferences.ts';

/** A value: an index into the request's values, or a text that is part of the request's shape. */
export type Literal =
  | { readonly kind: 'slot'; readonly slot: number }
  | { readonly kind: 'text'; readonly text: string };

export type JsonOperand =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'index'; readonly index: string };

export interface JsonStep {
  readonly arrow: '->' | '->>';
  readonly operand: JsonOperand;
}

/** A column with an optional JSON path. */
export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export const aggregateFunctions = ['sum', 'avg', 'count', 'max', 'min'] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

export type SelectItem =
  | { readonly kind: 'star' }
  | {
      /** `field::cast.sum()::resultCast`, or `count()` without a field, which counts rows. */
      readonly kind: 'aggregate';
      readonly apply: AggregateFunction;
      readonly field: Field | null;
      readonly cast: string | null;
      readonly resultCast: string | null;
      readonly alias: string | null;
    }
  | {
      readonly kind: 'field';
      readonly field: Field;
      readonly alias: string | null;
      readonly cast: string | null;
    }
  | (EmbeddedItems & { readonly kind: 'embed'; readonly alias: string | null })
  | (EmbeddedItems & { readonly kind: 'spread' });

/** The resource of an embed, and what is selected of it. */
interface EmbeddedItems {
  readonly name: string;
  readonly hint: string | null;
  readonly join: 'inner' | 'left' | null;
  readonly items: readonly SelectItem[];
}

export const compareOperators = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'LIKE',
  ilike: 'ILIKE',
  match: '~',
  imatch: '~*',
  isdistinct: 'IS DISTINCT FROM',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const;
export type CompareOperator = keyof typeof compareOperators;

export const searchFunctions = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;
export type SearchOperator = keyof typeof searchFunctions;

export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type Condition =
  | {
      readonly kind: 'compare';
      readonly operator: CompareOperator;
      readonly quantifier: 'any' | 'all' | null;
      readonly value: Literal;
    }
  /** The value is the list as sent, with its parentheses. */
  | { readonly kind: 'in'; readonly value: Literal }
  | { readonly kind: 'is'; readonly value: IsValue }
  | {
      readonly kind: 'search';
      readonly operator: SearchOperator;
      readonly language: string | null;
      readonly value: Literal;
    };

export interface Filter {
  readonly kind: 'filter';
  readonly field: Field;
  readonly negated: boolean;
  readonly condition: Condition;
}

/** Conditions that `and` or `or` joins. */
export interface Group<Member> {
  readonly kind: 'group';
  readonly operator: 'and' | 'or';
  readonly negated: boolean;
  readonly members: readonly Member[];
}

export type LogicTree = Filter | Group<LogicTree>;

export interface OrderTerm {
  /** The embedded to-one resource of `rel(column)`; null for an own column. */
  readonly relation: string | null;
  readonly field: Field;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
}

/** A clause for the resource at `path`: names of embeds from the root, [] for the root itself. */
export interface AtPath<Clause> {
  readonly path: readonly string[];
  readonly value: Clause;
}

export interface RowRange {
  readonly offset: number;
  readonly limit: number | null;
}

/** A parsed query string. */
export interface Query {
  readonly select: readonly SelectItem[];
  readonly filters: readonly AtPath<LogicTree>[];
  readonly orders: readonly AtPath<readonly OrderTerm[]>[];
  readonly ranges: readonly AtPath<RowRange>[];
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
  /** Arguments of a function called by GET. A name may occur more than once. */
  readonly args: readonly { readonly name: string; readonly value: Literal }[];
}

/** The part of a body that decides the statement. The body's text itself is a parameter. */
export type BodyShape =
  | { readonly kind: 'none' }
  /** A list of objects, or one object if `list` is false. */
  | {
      readonly kind: 'rows';
      /** Null if the request names the columns itself. */
      readonly keys: readonly string[] | null;
      readonly list: boolean;
      /** The format as sent. Only JSON can be the one unnamed argument of a function. */
      readonly format: 'json' | 'csv';
    }
  /** Named arguments of a call. Their values follow those of the query string in the slots. */
  | { readonly kind: 'form'; readonly names: readonly string[] }
  | { readonly kind: 'raw'; readonly type: 'text' | 'bytes' | 'xml' | 'json' };

export type Action =
  | { readonly kind: 'read' }
  | { readonly kind: 'insert' }
  | { readonly kind: 'update' }
  | { readonly kind: 'put' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'call'; readonly by: 'GET' | 'POST' };

export interface ApiRequest {
  readonly action: Action;
  readonly schema: string;
  /** The name of the relation or function. */
  readonly target: string;
  /** Whether the method is HEAD: the response has no body. */
  readonly headOnly: boolean;
  readonly query: Query;
  readonly preferences: Preferences;
  /** The media types that the client accepts, the preferred one first. */
  readonly accept: readonly MediaType[];
  /** The root's limit, offset and Range header combined. */
  readonly range: RowRange;
  readonly body: BodyShape;
}

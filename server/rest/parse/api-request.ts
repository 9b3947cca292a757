/**
 * What a request asks for, before the schema is consulted: frozen unions tagged by `kind`.
 * Values of filters are not in here but in slots, so that requests that differ only in values are one
 * request (and one plan).
 */
import type { MediaType } from './media-type.ts';
import type { Preferences } from './preferences.ts';

/** A value: the n-th of the request's values, or a text that belongs to the shape. */
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
      /** `field::cast.sum()::resultCast`; without a field `count()`, which counts rows. */
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
  | {
      readonly kind: 'embed';
      readonly name: string;
      readonly alias: string | null;
      readonly hint: string | null;
      readonly join: 'inner' | 'left' | null;
      readonly items: readonly SelectItem[];
    }
  | {
      readonly kind: 'spread';
      readonly name: string;
      readonly hint: string | null;
      readonly join: 'inner' | 'left' | null;
      readonly items: readonly SelectItem[];
    };

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

export type LogicTree =
  | Filter
  | {
      readonly kind: 'group';
      readonly operator: 'and' | 'or';
      readonly negated: boolean;
      readonly members: readonly LogicTree[];
    };

export interface OrderTerm {
  /** Set when the term is a column of an embedded to-one resource: `rel(column)`. */
  readonly relation: string | null;
  readonly field: Field;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
}

/** Something said of the resource at `path` (aliases or names of embeds from the root; [] is the root). */
export interface At<Said> {
  readonly path: readonly string[];
  readonly said: Said;
}

export interface RowRange {
  readonly offset: number;
  readonly limit: number | null;
}

/** The query string, read. */
export interface Query {
  readonly select: readonly SelectItem[];
  readonly filters: readonly At<LogicTree>[];
  readonly orders: readonly At<readonly OrderTerm[]>[];
  readonly ranges: readonly At<RowRange>[];
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
  /** Arguments of a function called by GET; a name may come more than once. */
  readonly args: readonly { readonly name: string; readonly value: Literal }[];
}

/** What of a body decides the statement; the body's text itself is a parameter. */
export type BodyShape =
  | { readonly kind: 'none' }
  /** Objects in a list (`list`) or one of them; keys are null where the request names the columns itself. */
  | {
      readonly kind: 'rows';
      readonly keys: readonly string[] | null;
      readonly list: boolean;
    }
  /** Named arguments of a call, whose values are slots behind those of the query string. */
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
  /** The relation or the function. */
  readonly target: string;
  /** HEAD: everything but the body. */
  readonly headOnly: boolean;
  readonly query: Query;
  readonly preferences: Preferences;
  /** Forms of the answer that the client takes, the preferred first. */
  readonly accept: readonly MediaType[];
  /** limit, offset and the Range header, of the root. */
  readonly range: RowRange;
  readonly body: BodyShape;
}

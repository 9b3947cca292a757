/** What is read: a tree of nodes, the root and one for every embedded resource. */
import type {
  AggregateFunction,
  Condition,
  JsonStep,
  OrderTerm,
} from '#server/rest/parse/api-request.ts';
import type { Column, Relationship } from '#server/rest/schema/schema-cache.ts';

/** A column as found in the schema; null when unknown there (computed, or the row type is unknown). */
export interface PlannedField {
  readonly name: string;
  readonly path: readonly JsonStep[];
  readonly column: Column | null;
}

/** What is made of all rows of a group. */
export interface Aggregate {
  readonly apply: AggregateFunction;
  /** The type that its result is cast to. */
  readonly cast: string | null;
}

export type Output =
  | { readonly kind: 'star' }
  | {
      readonly kind: 'aggregate';
      readonly aggregate: Aggregate;
      /** null: rows are counted. */
      readonly field: PlannedField | null;
      readonly cast: string | null;
      readonly name: string;
    }
  /** `select=count`: the number of rows. */
  | { readonly kind: 'count'; readonly name: string }
  | {
      readonly kind: 'field';
      readonly field: PlannedField;
      readonly cast: string | null;
      /** The key in the answer. */
      readonly name: string;
    };

export type PlannedCondition =
  | {
      readonly kind: 'filter';
      readonly field: PlannedField;
      readonly negated: boolean;
      readonly condition: Condition;
    }
  /** Whether the embed (by its index) has a row. */
  | { readonly kind: 'exists'; readonly embed: number; readonly negated: boolean }
  | {
      readonly kind: 'group';
      readonly operator: 'and' | 'or';
      readonly negated: boolean;
      readonly members: readonly PlannedCondition[];
    };

export interface PlannedOrder {
  /** The index of a to-one embed whose column orders this node. */
  readonly embed: number | null;
  readonly field: PlannedField;
  readonly direction: OrderTerm['direction'];
  readonly nulls: OrderTerm['nulls'];
}

export interface Embed {
  readonly relationship: Relationship;
  readonly toOne: boolean;
  readonly shape: 'json' | 'spread';
  /** The key in the answer, for filters and for the output. */
  readonly name: string;
  /** Without any column: filters only, nothing in the answer. */
  readonly hidden: boolean;
  /** `!inner`: rows without it are left out. */
  readonly inner: boolean;
  readonly node: ReadNode;
}

export type Source =
  | { readonly kind: 'relation'; readonly schema: string; readonly name: string }
  /** Rows of the writing part of the statement, or of a function. */
  | { readonly kind: 'rows'; readonly name: string };

export interface ReadNode {
  readonly source: Source;
  readonly outputs: readonly Output[];
  readonly embeds: readonly Embed[];
  readonly where: readonly PlannedCondition[];
  readonly order: readonly PlannedOrder[];
  readonly offset: number;
  readonly limit: number | null;
  /** Whether its rows are groups: it, or what is spread into it, has aggregates. */
  readonly grouped: boolean;
}

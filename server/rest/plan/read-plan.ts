/** The plan of a read: a tree of nodes, one for the root and one for each embedded resource. */
import type {
  AggregateFunction,
  Filter,
  Group,
  JsonStep,
  OrderTerm,
} from '#server/rest/parse/api-request.ts';
import type { Column, Relationship } from '#server/rest/schema/schema-cache.ts';

/** A field with what the schema cache knows of its column. */
export interface PlannedField {
  readonly name: string;
  readonly path: readonly JsonStep[];
  /** Null if the schema cache has no such column: it is computed, or the row type is unknown. */
  readonly column: Column | null;
  /** The type of a computed column, or of a function's own column; null if it is unknown. */
  readonly computed: string | null;
}

/** An aggregate over the rows of a group. */
export interface Aggregate {
  readonly apply: AggregateFunction;
  /** The type that the result is cast to. */
  readonly cast: string | null;
}

export type Output =
  | { readonly kind: 'star' }
  | {
      readonly kind: 'aggregate';
      readonly aggregate: Aggregate;
      /** The field that is aggregated; null if rows are counted. */
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
      /** The key in the response. */
      readonly name: string;
    };

export type PlannedCondition =
  | (Omit<Filter, 'field'> & { readonly field: PlannedField })
  /** A test whether the embed with this index has a row. */
  | { readonly kind: 'exists'; readonly embed: number; readonly negated: boolean }
  | Group<PlannedCondition>;

export interface PlannedOrder {
  /** The index of the to-one embed that has the column; null for a column of the node itself. */
  readonly embed: number | null;
  readonly field: PlannedField;
  readonly direction: OrderTerm['direction'];
  readonly nulls: OrderTerm['nulls'];
}

export interface Embed {
  readonly relationship: Relationship;
  readonly toOne: boolean;
  readonly shape: 'json' | 'spread';
  /** The key in the response, which filters name. */
  readonly name: string;
  /** Whether the embed selects no column. Such an embed only filters. */
  readonly hidden: boolean;
  /** `!inner`: parent rows without a row of this embed are left out. */
  readonly inner: boolean;
  readonly node: ReadNode;
}

export type Source =
  | { readonly kind: 'relation'; readonly schema: string; readonly name: string }
  /** Rows that a function returned. */
  | { readonly kind: 'rows'; readonly name: string };

export interface ReadNode {
  readonly source: Source;
  readonly outputs: readonly Output[];
  readonly embeds: readonly Embed[];
  readonly where: readonly PlannedCondition[];
  readonly order: readonly PlannedOrder[];
  readonly offset: number;
  readonly limit: number | null;
  /** Whether the rows are groups: this node, or an embed spread into it, has aggregates. */
  readonly grouped: boolean;
}

/** The schema cache: an immutable model of the database, rebuilt when the schema changes. */
import type { Isolation } from '#server/db/database.ts';

export interface Column {
  readonly name: string;
  /** The fully qualified SQL name of the type, or of the domain. */
  readonly type: string;
  /** The type as which values are compared: of a domain, its base type. */
  readonly baseType: string;
  readonly category: 'json' | 'jsonb' | 'text' | 'array' | 'tsvector' | 'other';
  readonly nullable: boolean;
  /** The default as an expression; null if there is none or the column is generated. */
  readonly defaultSql: string | null;
  readonly comment: string | null;
  /** The quoted functions that cast a domain to and from json or text; null if there is none. */
  readonly toJson: string | null;
  readonly fromJson: string | null;
  readonly fromText: string | null;
}

export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  readonly columns: ReadonlyMap<string, Column>;
  /** Computed columns (functions of one row that return one value): their base type by name. */
  readonly computed: ReadonlyMap<string, string>;
  readonly primaryKey: readonly string[];
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
  readonly comment: string | null;
}

/** The qualified name of a relation or function. */
export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

/** Pairs of a column of the origin and the equal column of the target. */
export type ColumnPairs = readonly (readonly [string, string])[];

interface Ends {
  readonly origin: QualifiedName;
  readonly target: QualifiedName;
}

export type Relationship =
  | (Ends & {
      readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one';
      readonly constraint: string;
      /** The hint that errors suggest; null if only the name of a hidden constraint would work. */
      readonly suggestedHint: string | null;
      readonly columns: ColumnPairs;
      readonly isSelf: boolean;
      readonly targetIsView: boolean;
    })
  | (Ends & {
      readonly kind: 'many-to-many';
      readonly isSelf: boolean;
      readonly targetIsView: boolean;
      readonly junction: QualifiedName;
      readonly originHint: string | null;
      /** Pairs of origin column and junction column. */
      readonly originColumns: ColumnPairs;
      readonly targetHint: string | null;
      /** Pairs of junction column and target column. */
      readonly targetColumns: ColumnPairs;
    })
  | (Ends & {
      /** A function that takes a row of the origin and returns rows of the target. */
      readonly kind: 'computed';
      readonly routine: QualifiedName;
      readonly toOne: boolean;
    });

export interface RoutineArgument {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface Routine {
  readonly schema: string;
  readonly name: string;
  readonly comment: string | null;
  readonly arguments: readonly RoutineArgument[];
  readonly volatility: 'immutable' | 'stable' | 'volatile';
  /** The timeout that the function's definition sets: 0 is no limit, null is not set. */
  readonly statementTimeoutMs: number | null;
  readonly isolation: Isolation | null;
  readonly returns: {
    readonly set: boolean;
    readonly shape: 'void' | 'scalar' | 'row';
    readonly type: string;
    /** The relation whose rows it returns. */
    readonly relation: QualifiedName | null;
    /** The columns of RETURNS TABLE, or the OUT parameters, with their types. */
    readonly columns: ReadonlyMap<string, string>;
  };
}

/** A producer of bodies in a media type: an aggregate over rows, or a function's own domain. */
export interface MediaHandler {
  /** The media type of the response. */
  readonly mediaType: string;
  readonly handler: QualifiedName;
  /** The row type that the handler takes; null if it takes any type. */
  readonly target: QualifiedName | null;
  /** Whether the handler is the domain that a function returns, not an aggregate. */
  readonly isDomain: boolean;
  readonly bytes: boolean;
}

export interface RoleSettings {
  /** 0 is no limit, null is not set. */
  readonly statementTimeoutMs: number | null;
  readonly isolation: Isolation | null;
  readonly others: readonly (readonly [string, string])[];
}

/** The settings of the installation: `alter role authenticator set pgrst.…`. */
export interface Settings {
  readonly aggregates: boolean;
  /** Whether clients may read the execution plans of their requests. */
  readonly plans: boolean;
  /** A function that is called before the statement of each request. */
  readonly preRequest: QualifiedName | null;
  /** Whether transactions end in a rollback. */
  readonly txRollback: boolean;
  /** Whether clients may choose how their transaction ends. */
  readonly txAllowed: boolean;
}

export interface SchemaCache {
  /** The exposed schemas, the default one first. */
  readonly schemas: readonly string[];
  relation(schema: string, name: string): Relation | undefined;
  relationNames(schema: string): readonly string[];
  /** Returns the relationships from a relation to relations of the same schema. */
  relationships(schema: string, origin: string): readonly Relationship[];
  /** Returns the relations that have a relationship. */
  relatedNames(schema: string): readonly string[];
  routines(schema: string, name: string): readonly Routine[];
  routineNames(schema: string): readonly string[];
  /** Returns the media type handler of a relation or function; with null, that of any rows. */
  mediaHandler(resource: QualifiedName | null, mediaType: string): MediaHandler | undefined;
  readonly settings: Settings;
  /** Returns the settings of `alter role … set` for a role; undefined if there are none. */
  role(name: string): RoleSettings | undefined;
}

/** What is known of the database: immutable, built anew when the schema changes. */
import type { Isolation } from '#server/db/database.ts';

export interface Column {
  readonly name: string;
  /** Type as written in SQL, fully qualified; of a domain, the domain. */
  readonly type: string;
  /** The type to compare values as: of a domain, what it stands for. */
  readonly baseType: string;
  readonly category: 'json' | 'jsonb' | 'text' | 'array' | 'tsvector' | 'other';
  readonly nullable: boolean;
  /** The default as an expression; null without one and for generated columns. */
  readonly defaultSql: string | null;
  readonly comment: string | null;
  /** Functions by which a domain is shown and read (casts between it and json or text); quoted, null without. */
  readonly toJson: string | null;
  readonly fromJson: string | null;
  readonly fromText: string | null;
}

export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
  readonly comment: string | null;
}

/** A relation by name, with the schema it is in. */
export interface RelationName {
  readonly schema: string;
  readonly name: string;
}

/** Pairs of a column of the origin and the column of the target it equals. */
export type ColumnPairs = readonly (readonly [string, string])[];

interface Ends {
  readonly origin: RelationName;
  readonly target: RelationName;
}

export type Relationship =
  | (Ends & {
      readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one';
      readonly constraint: string;
      readonly columns: ColumnPairs;
      readonly isSelf: boolean;
      readonly targetIsView: boolean;
    })
  | (Ends & {
      readonly kind: 'many-to-many';
      readonly isSelf: boolean;
      readonly targetIsView: boolean;
      readonly junction: RelationName;
      /** origin column → junction column; and junction column → target column. */
      readonly originConstraint: string;
      readonly originColumns: ColumnPairs;
      readonly targetConstraint: string;
      readonly targetColumns: ColumnPairs;
    })
  | (Ends & {
      /** A function that takes a row of the origin and gives rows of the target. */
      readonly kind: 'computed';
      readonly routine: RelationName;
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
  /** The time-out that its definition sets: 0 means none; null, that it sets nothing. */
  readonly statementTimeoutMs: number | null;
  readonly isolation: Isolation | null;
  readonly returns: {
    readonly set: boolean;
    readonly shape: 'void' | 'scalar' | 'row';
    readonly type: string;
    /** The relation whose rows it returns. */
    readonly relation: RelationName | null;
    /** Names of the columns of a RETURNS TABLE or of OUT parameters. */
    readonly columns: readonly string[];
  };
}

/** What makes bodies of a media type: an aggregate over rows, or a function's own domain. */
export interface MediaHandler {
  /** The media type that the answer gets. */
  readonly mediaType: string;
  readonly handler: RelationName;
  /** The row type that it takes; null when it takes any, or a value. */
  readonly target: RelationName | null;
  readonly bytes: boolean;
}

export interface RoleSettings {
  /** 0 means none; null, that it sets nothing. */
  readonly statementTimeoutMs: number | null;
  readonly isolation: Isolation | null;
  readonly others: readonly (readonly [string, string])[];
}

/** What an installation sets with `alter role authenticator set pgrst.…`. */
export interface Settings {
  readonly aggregates: boolean;
  /** Whether clients may see how PostgreSQL would execute what they ask for. */
  readonly plans: boolean;
  /** The statement to run before that of each request. */
  readonly preRequest: string | null;
  /** Whether transactions end in a rollback, and whether clients may say so. */
  readonly txRollback: boolean;
  readonly txAllowed: boolean;
}

export interface SchemaCache {
  /** Exposed schemas, the default first. */
  readonly schemas: readonly string[];
  relation(schema: string, name: string): Relation | undefined;
  relationNames(schema: string): readonly string[];
  /** Relationships from a relation to relations of the same schema. */
  relationships(schema: string, origin: string): readonly Relationship[];
  /** Relations that have a relationship. */
  relatedNames(schema: string): readonly string[];
  routines(schema: string, name: string): readonly Routine[];
  routineNames(schema: string): readonly string[];
  /** The handler of a media type for a relation or a function; with null, for any rows. */
  mediaHandler(resource: RelationName | null, mediaType: string): MediaHandler | undefined;
  readonly settings: Settings;
  /** What `alter role … set` says for the requests of a role; undefined when nothing. */
  role(name: string): RoleSettings | undefined;
}

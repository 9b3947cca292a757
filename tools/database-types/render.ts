import type { Field, Relation, RoutineShape, SchemaShape } from './introspect.ts';
import { neverNullInViews, nullableResults, viewsOfTables } from './nullability.ts';

const numbers = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']);

function typeOf(field: Pick<Field, 'type' | 'isArray'>, enums: ReadonlySet<string>): string {
  const { type } = field;
  let text = 'string';
  if (numbers.has(type)) text = 'number';
  else if (type === 'bool') text = 'boolean';
  else if (type === 'json' || type === 'jsonb') text = 'Json';
  else if (type === 'void') text = 'undefined';
  else if (enums.has(type)) text = `Database['public']['Enums']['${type}']`;
  return field.isArray ? `${text}[]` : text;
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function block(head: string, lines: readonly string[], tail = ';'): string[] {
  return lines.length === 0 ? [`${head} {}${tail}`] : [`${head} {`, ...indent(lines), `}${tail}`];
}

function docComment(comment: string | null): string[] {
  return comment === null ? [] : [`/** ${comment.replaceAll('*/', '* /')} */`];
}

type Use = 'read' | 'insert' | 'update';

function fieldLine(field: Field, use: Use, enums: ReadonlySet<string>): string {
  if (use !== 'read' && field.isGenerated === true) return `${field.name}?: never;`;
  const mark = use === 'update' || (use === 'insert' && field.isOptional) ? '?' : '';
  const orNull = field.isNullable ? ' | null' : '';
  return `${field.name}${mark}: ${typeOf(field, enums)}${orNull};`;
}

function renderRelation(relation: Relation, enums: ReadonlySet<string>): string[] {
  const notNull = neverNullInViews[relation.name] ?? [];
  const columns = relation.columns.map((column) =>
    notNull.includes(column.name) ? { ...column, isNullable: false } : column,
  );
  const part = (name: string, use: Use): string[] =>
    block(
      `${name}:`,
      columns.map((column) => fieldLine(column, use, enums)),
    );
  const relationships = relation.relationships
    .flatMap(withViews)
    .map(
      (relationship) =>
        `{ foreignKeyName: '${relationship.foreignKeyName}'; columns: ${tuple(relationship.columns)}; ` +
        `isOneToOne: ${relationship.isOneToOne}; referencedRelation: '${relationship.referencedRelation}'; ` +
        `referencedColumns: ${tuple(relationship.referencedColumns)} },`,
    );
  return [
    ...docComment(relation.comment),
    ...block(`${relation.name}:`, [
      ...part('Row', 'read'),
      ...(relation.kind === 'table'
        ? [...part('Insert', 'insert'), ...part('Update', 'update')]
        : []),
      ...(relationships.length === 0
        ? ['Relationships: [];']
        : ['Relationships: [', ...indent(relationships), '];']),
    ]),
  ];
}

function withViews(relationship: Relation['relationships'][number]) {
  const view = viewsOfTables[relationship.referencedRelation];
  return view === undefined
    ? [relationship]
    : [relationship, { ...relationship, referencedRelation: view }];
}

function tuple(names: readonly string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`;
}

function renderFunction(
  routine: RoutineShape,
  shape: SchemaShape,
  enums: ReadonlySet<string>,
): string[] {
  const args = routine.args.map((arg) => fieldLine(arg, 'insert', enums));
  const nullable = nullableResults[routine.name] ?? [];
  const many = routine.isSet ? '[]' : '';
  const returned = shape.relations.find((relation) => relation.name === routine.relation);
  const lines = [
    ...(args.length === 0 ? ['Args: Record<PropertyKey, never>;'] : block('Args:', args)),
  ];
  if (routine.columns !== null) {
    const columns = routine.columns.map((column) =>
      fieldLine({ ...column, isNullable: nullable.includes(column.name) }, 'read', enums),
    );
    lines.push(...block('Returns:', columns, `${many};`));
  } else if (returned !== undefined) {
    const group = returned.kind === 'table' ? 'Tables' : 'Views';
    lines.push(
      `Returns: Database['public']['${group}']['${returned.name}']['Row']${many};`,
      `SetofOptions: { from: '*'; to: '${returned.name}'; isOneToOne: ${!routine.isSet}; isSetofReturn: ${routine.isSet} };`,
    );
  } else {
    lines.push(`Returns: ${typeOf(routine, enums)}${many};`);
  }
  return [...docComment(routine.comment), ...block(`${routine.name}:`, lines)];
}

const none = '[_ in never]: never;';
const orNone = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [none] : lines;

const union = (values: readonly string[], by: string): string =>
  values.map((value) => `'${value.replaceAll("'", "\\'")}'`).join(by);

/** Renders contract/database.types.ts with the exports of `supabase gen types`. */
export function render(shape: SchemaShape): string {
  const enums = new Set(shape.enums.map(({ name }) => name));
  const relations = (kind: Relation['kind']): string[] =>
    shape.relations
      .filter((relation) => relation.kind === kind)
      .flatMap((relation) => renderRelation(relation, enums));
  const functions = shape.functions.flatMap((routine) => renderFunction(routine, shape, enums));
  const lines = [
    '// Generated from the migrated database by npm run generate:types. Not to be edited.',
    '',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];',
    '',
    ...block('export type Database =', [
      "__InternalSupabase: { PostgrestVersion: '13' };",
      ...block('public:', [
        ...block('Tables:', orNone(relations('table'))),
        ...block('Views:', orNone(relations('view'))),
        ...block('Functions:', orNone(functions)),
        ...block(
          'Enums:',
          orNone(shape.enums.map(({ name, values }) => `${name}: ${union(values, ' | ')};`)),
        ),
        ...block('CompositeTypes:', [none]),
      ]),
    ]),
    '',
    helpers,
    ...block(
      'export const Constants =',
      block(
        'public:',
        block(
          'Enums:',
          shape.enums.map(({ name, values }) => `${name}: [${union(values, ', ')}],`),
          ',',
        ),
        ',',
      ),
      ' as const;',
    ),
    '',
  ];
  return lines.join('\n');
}

/** Helper types. Each takes a name of the default schema, or `{ schema }` and a name in it. */
const helpers = `type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;
type DefaultSchema = DatabaseWithoutInternals['public'];
type SchemaOption = { schema: keyof DatabaseWithoutInternals };
type SchemaOf<NameOrOptions> = NameOrOptions extends SchemaOption
  ? DatabaseWithoutInternals[NameOrOptions['schema']]
  : DefaultSchema;
type NamesIn<Schema, Kind extends keyof Schema> = Schema extends unknown ? keyof Schema[Kind] : never;
type NameOf<NameOrOptions, Name> = NameOrOptions extends SchemaOption ? Name : NameOrOptions;
type Entry<Entries, Name> = Name extends keyof Entries ? Entries[Name] : never;
type Readable<Schema extends { Tables: unknown; Views: unknown }> = Schema['Tables'] & Schema['Views'];

/** A row as returned by a select. */
export type Tables<
  NameOrOptions extends keyof Readable<DefaultSchema> | SchemaOption,
  Name extends NameOrOptions extends SchemaOption
    ? keyof Readable<SchemaOf<NameOrOptions>>
    : never = never,
> =
  Entry<Readable<SchemaOf<NameOrOptions>>, NameOf<NameOrOptions, Name>> extends { Row: infer Row }
    ? Row
    : never;

/** The values of an insert. */
export type TablesInsert<
  NameOrOptions extends keyof DefaultSchema['Tables'] | SchemaOption,
  Name extends NameOrOptions extends SchemaOption
    ? NamesIn<SchemaOf<NameOrOptions>, 'Tables'>
    : never = never,
> =
  Entry<SchemaOf<NameOrOptions>['Tables'], NameOf<NameOrOptions, Name>> extends {
    Insert: infer Insert;
  }
    ? Insert
    : never;

/** The values of an update. */
export type TablesUpdate<
  NameOrOptions extends keyof DefaultSchema['Tables'] | SchemaOption,
  Name extends NameOrOptions extends SchemaOption
    ? NamesIn<SchemaOf<NameOrOptions>, 'Tables'>
    : never = never,
> =
  Entry<SchemaOf<NameOrOptions>['Tables'], NameOf<NameOrOptions, Name>> extends {
    Update: infer Update;
  }
    ? Update
    : never;

/** The values of an enumerated type. */
export type Enums<
  NameOrOptions extends keyof DefaultSchema['Enums'] | SchemaOption,
  Name extends NameOrOptions extends SchemaOption
    ? NamesIn<SchemaOf<NameOrOptions>, 'Enums'>
    : never = never,
> = Entry<SchemaOf<NameOrOptions>['Enums'], NameOf<NameOrOptions, Name>>;

/** The fields of a composite type. */
export type CompositeTypes<
  NameOrOptions extends keyof DefaultSchema['CompositeTypes'] | SchemaOption,
  Name extends NameOrOptions extends SchemaOption
    ? NamesIn<SchemaOf<NameOrOptions>, 'CompositeTypes'>
    : never = never,
> = Entry<SchemaOf<NameOrOptions>['CompositeTypes'], NameOf<NameOrOptions, Name>>;
`;

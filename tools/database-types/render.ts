import type { Field, Relation, RoutineShape, SchemaShape } from './introspect.ts';
import { neverNullInViews, nullableResults, viewsOfTables } from './nullability.ts';

const numbers = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']);

function typeOf(field: Pick<Field, 'type' | 'isArray'>): string {
  const { type } = field;
  let text = 'string';
  if (numbers.has(type)) text = 'number';
  else if (type === 'bool') text = 'boolean';
  else if (type === 'json' || type === 'jsonb') text = 'Json';
  else if (type === 'void') text = 'undefined';
  return field.isArray ? `${text}[]` : text;
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function block(head: string, lines: readonly string[], tail = ';'): string[] {
  return [`${head} {`, ...indent(lines), `}${tail}`];
}

function docComment(comment: string | null): string[] {
  return comment === null ? [] : [`/** ${comment.replaceAll('*/', '* /')} */`];
}

type Use = 'read' | 'insert' | 'update';

function fieldLine(field: Field, use: Use): string {
  if (use !== 'read' && field.isGenerated === true) return `${field.name}?: never;`;
  const mark = use === 'update' || (use === 'insert' && field.isOptional) ? '?' : '';
  const orNull = field.isNullable ? ' | null' : '';
  return `${field.name}${mark}: ${typeOf(field)}${orNull};`;
}

function renderRelation(relation: Relation): string[] {
  const notNull = neverNullInViews[relation.name] ?? [];
  const columns = relation.columns.map((column) =>
    notNull.includes(column.name) ? { ...column, isNullable: false } : column,
  );
  const part = (name: string, use: Use): string[] =>
    block(
      `${name}:`,
      columns.map((column) => fieldLine(column, use)),
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

function renderFunction(routine: RoutineShape, shape: SchemaShape): string[] {
  const args = routine.args.map((arg) => fieldLine(arg, 'insert'));
  const nullable = nullableResults[routine.name] ?? [];
  const many = routine.isSet ? '[]' : '';
  const returned = shape.relations.find((relation) => relation.name === routine.relation);
  const lines = args.length === 0 ? ['Args: Record<PropertyKey, never>;'] : block('Args:', args);
  if (routine.columns !== null) {
    const columns = routine.columns.map((column) =>
      fieldLine({ ...column, isNullable: nullable.includes(column.name) }, 'read'),
    );
    lines.push(...block('Returns:', columns, `${many};`));
  } else if (returned !== undefined) {
    const group = returned.kind === 'table' ? 'Tables' : 'Views';
    lines.push(
      `Returns: Database['public']['${group}']['${returned.name}']['Row']${many};`,
      `SetofOptions: { from: '*'; to: '${returned.name}'; isOneToOne: ${!routine.isSet}; isSetofReturn: ${routine.isSet} };`,
    );
  } else {
    lines.push(`Returns: ${typeOf(routine)}${many};`);
  }
  return [...docComment(routine.comment), ...block(`${routine.name}:`, lines)];
}

const none = ['[_ in never]: never;'];

/** Renders contract/database.types.ts, in the form of `supabase gen types`. */
export function render(shape: SchemaShape): string {
  const relations = (kind: Relation['kind']): string[] =>
    shape.relations
      .filter((relation) => relation.kind === kind)
      .flatMap((relation) => renderRelation(relation));
  const functions = shape.functions.flatMap((routine) => renderFunction(routine, shape));
  const lines = [
    '// Generated from the migrated database by npm run generate. Not to be edited.',
    '',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];',
    '',
    ...block('export type Database =', [
      "__InternalSupabase: { PostgrestVersion: '13' };",
      ...block('public:', [
        ...block('Tables:', relations('table')),
        ...block('Views:', relations('view')),
        ...block('Functions:', functions),
        ...block('Enums:', none),
        ...block('CompositeTypes:', none),
      ]),
    ]),
    '',
    helpers,
  ];
  return lines.join('\n');
}

/** The helper type of `supabase gen types` that we use. */
const helpers = `type Schema = Database['public'];

/** A row as returned by a select. */
export type Tables<Name extends keyof (Schema['Tables'] & Schema['Views'])> =
  (Schema['Tables'] & Schema['Views'])[Name]['Row'];
`;

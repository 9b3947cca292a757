import type { Field, Relation, RoutineShape, SchemaShape } from './introspect.ts';
import { neverNullInViews, nullableResults } from './nullability.ts';

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

function remark(comment: string | null): string[] {
  return comment === null ? [] : [`/** ${comment.replaceAll('*/', '* /')} */`];
}

type Use = 'read' | 'insert' | 'update';

function fieldLine(field: Field, use: Use, enums: ReadonlySet<string>): string {
  const mark = use === 'update' || (use === 'insert' && field.optional) ? '?' : '';
  const none = field.nullable ? ' | null' : '';
  return `${field.name}${mark}: ${typeOf(field, enums)}${none};`;
}

function renderRelation(relation: Relation, enums: ReadonlySet<string>): string[] {
  const known = neverNullInViews[relation.name] ?? [];
  const columns = relation.columns.map((column) =>
    known.includes(column.name) ? { ...column, nullable: false } : column,
  );
  const part = (name: string, use: Use): string[] =>
    block(
      `${name}:`,
      columns.map((column) => fieldLine(column, use, enums)),
    );
  const relationships = relation.relationships.map(
    (relationship) =>
      `{ foreignKeyName: '${relationship.foreignKeyName}'; columns: ${tuple(relationship.columns)}; ` +
      `isOneToOne: ${relationship.isOneToOne}; referencedRelation: '${relationship.referencedRelation}'; ` +
      `referencedColumns: ${tuple(relationship.referencedColumns)} },`,
  );
  return [
    ...remark(relation.comment),
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
      fieldLine({ ...column, nullable: nullable.includes(column.name) }, 'read', enums),
    );
    lines.push(...block('Returns:', columns, `${many};`));
  } else if (returned !== undefined) {
    const place = returned.kind === 'table' ? 'Tables' : 'Views';
    lines.push(
      `Returns: Database['public']['${place}']['${returned.name}']['Row']${many};`,
      `SetofOptions: { from: '*'; to: '${returned.name}'; isOneToOne: ${!routine.isSet}; isSetofReturn: ${routine.isSet} };`,
    );
  } else {
    lines.push(`Returns: ${typeOf(routine, enums)}${many};`);
  }
  return [...remark(routine.comment), ...block(`${routine.name}:`, lines)];
}

/** The text of contract/database.types.ts: the types that a typed PostgrestClient takes. */
export function render(shape: SchemaShape): string {
  const enums = new Set(shape.enums.map(({ name }) => name));
  const relations = (kind: Relation['kind']): string[] =>
    shape.relations
      .filter((relation) => relation.kind === kind)
      .flatMap((relation) => renderRelation(relation, enums));
  const lines = [
    '// Generated from the migrated database by npm run generate:types. Not to be edited.',
    '',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];',
    '',
    ...block('export type Database =', [
      "__InternalSupabase: { PostgrestVersion: '13' };",
      ...block('public:', [
        ...block('Tables:', relations('table')),
        ...block('Views:', relations('view')),
        ...block(
          'Functions:',
          shape.functions.flatMap((routine) => renderFunction(routine, shape, enums)),
        ),
        ...(shape.enums.length === 0
          ? ['Enums: Record<never, never>;']
          : block(
              'Enums:',
              shape.enums.map(
                ({ name, values }) =>
                  `${name}: ${values.map((value) => `'${value}'`).join(' | ')};`,
              ),
            )),
        'CompositeTypes: Record<never, never>;',
      ]),
    ]),
    '',
    "type Public = Database['public'];",
    '',
    '/** A row as it is read. */',
    "export type Tables<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &",
    "  Public['Views'])[Name]['Row'];",
    '/** What an insert takes. */',
    "export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert'];",
    '/** What an update takes. */',
    "export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update'];",
    '/** What a function returns. */',
    "export type FunctionReturns<Name extends keyof Public['Functions']> =",
    "  Public['Functions'][Name]['Returns'];",
    '',
  ];
  return lines.join('\n');
}

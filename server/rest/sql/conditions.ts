import {
  compareOperators,
  searchFunctions,
  type JsonStep,
  type Literal,
} from '#server/rest/parse/api-request.ts';
import type { PlannedCondition, PlannedField } from '#server/rest/plan/read-plan.ts';
import { quoteIdentifier, quoteLiteral } from './identifiers.ts';
import type { Encoding, Parameters } from './parameters.ts';

function jsonStepSql({ arrow, operand }: JsonStep): string {
  return arrow + (operand.kind === 'index' ? `(${operand.index})` : quoteLiteral(operand.key));
}

/** Returns a field of `row`. An unknown one may be a computed column: PostgreSQL resolves it. */
export function fieldSql(row: string, field: PlannedField): string {
  const column = `${row}.${quoteIdentifier(field.name)}`;
  if (field.path.length === 0) return column;
  const isJson = field.column?.category === 'json' || field.column?.category === 'jsonb';
  return (isJson ? column : `to_jsonb(${column})`) + field.path.map(jsonStepSql).join('');
}

/** Returns the type of values compared with the field; null if only PostgreSQL knows it. */
function operandType(field: PlannedField): string | null {
  const last = field.path.at(-1);
  if (last !== undefined) return last.arrow === '->>' ? 'text' : 'jsonb';
  return field.column?.baseType ?? null;
}

function operandSql(row: string, field: PlannedField): string {
  const sql = fieldSql(row, field);
  // The type json has no comparison operators; jsonb has.
  const last = field.path.at(-1);
  return last?.arrow === '->' && field.column?.category === 'json' ? `(${sql})::jsonb` : sql;
}

const encodings: Readonly<Record<string, Encoding>> = {
  like: 'pattern',
  ilike: 'pattern',
  match: 'regex',
  imatch: 'regex',
};

/** Returns the function that converts a text to the field's domain; null if there is none. */
function fromTextFunction({ path, column }: PlannedField): string | null {
  return path.length === 0 ? (column?.fromText ?? null) : null;
}

/** An operand: how its value is encoded and converted, and its type; null if PostgreSQL infers it. */
interface Operand {
  readonly encoding: Encoding;
  readonly convert: string | null;
  readonly type: string | null;
}

function valueSql(value: Literal, operand: Operand, parameters: Parameters): string {
  const { encoding, convert, type } = operand;
  if (convert === null) return parameters.value(value, type, encoding);
  return `${convert}(${parameters.value(value, 'text', encoding)})`;
}

/** Returns the operand of ANY or ALL: a list of values. */
function listSql(value: Literal, operand: Operand, parameters: Parameters): string {
  const { encoding, convert, type } = operand;
  if (convert === null) {
    return parameters.value(value, type === null ? null : `${type}[]`, encoding);
  }
  return `SELECT ${convert}(unnest(${parameters.value(value, 'text[]', encoding)}))`;
}

/**
 * Whether a search omits to_tsvector: the field is a tsvector. One of unknown type may be, and
 * `text @@ tsquery` gives the same, unless a language is named.
 */
function isSearchedAsVector(
  { path, column, computed }: PlannedField,
  language: string | null,
): boolean {
  if (path.length > 0) return false;
  if (column !== null) return column.category === 'tsvector';
  return computed === null ? language === null : computed === 'tsvector';
}

function filterSql(
  row: string,
  { field, condition }: Extract<PlannedCondition, { kind: 'filter' }>,
  parameters: Parameters,
): string {
  const left = operandSql(row, field);
  const type = operandType(field);
  switch (condition.kind) {
    case 'is':
      return `${left} IS ${condition.value === 'not_null' ? 'NOT NULL' : condition.value.toUpperCase()}`;
    case 'in': {
      if (field.path.length === 0 && field.column?.category === 'array') {
        const items = parameters.value(condition.value, 'text[]', 'list');
        return `${left} = ANY (SELECT item.value::${type} FROM unnest(${items}) AS item(value))`;
      }
      const operand: Operand = { encoding: 'list', convert: fromTextFunction(field), type };
      return `${left} = ANY (${listSql(condition.value, operand, parameters)})`;
    }
    case 'search': {
      const language = condition.language === null ? '' : `${quoteLiteral(condition.language)}, `;
      const isVector = isSearchedAsVector(field, condition.language);
      const vector = isVector ? left : `to_tsvector(${language}${left})`;
      const query = parameters.value(condition.value, 'text');
      return `${vector} @@ ${searchFunctions[condition.operator]}(${language}${query})`;
    }
    case 'compare': {
      const { operator, quantifier, value } = condition;
      const sign = compareOperators[operator];
      const encoding = encodings[operator] ?? 'plain';
      const operand: Operand = {
        encoding,
        // A pattern of LIKE is no value of the domain.
        convert: encoding === 'pattern' ? null : fromTextFunction(field),
        // A pattern is a text also where the field is a char(n), and types may have their own.
        type: encoding === 'plain' ? type : null,
      };
      return quantifier === null
        ? `${left} ${sign} ${valueSql(value, operand, parameters)}`
        : `${left} ${sign} ${quantifier.toUpperCase()} (${listSql(value, operand, parameters)})`;
    }
  }
}

/** Returns a condition. `exists` returns the test for a row of the embed with that index. */
export function conditionSql(
  row: string,
  condition: PlannedCondition,
  parameters: Parameters,
  exists: (embed: number) => string,
): string {
  parameters.countCondition();
  switch (condition.kind) {
    case 'filter': {
      const sql = filterSql(row, condition, parameters);
      return condition.negated ? `NOT ${sql}` : sql;
    }
    case 'exists':
      return condition.negated ? `NOT ${exists(condition.embed)}` : exists(condition.embed);
    case 'group': {
      const joined = condition.members
        .map((member) => conditionSql(row, member, parameters, exists))
        .join(condition.operator === 'or' ? ' OR ' : ' AND ');
      return condition.negated ? `NOT (${joined})` : `(${joined})`;
    }
  }
}

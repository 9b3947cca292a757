import { eachUnquoted } from '#server/http/json/each-unquoted.ts';
import { escapeIdentifier } from 'pg';
import type { ResultSet, Statement } from '#server/db/database.ts';
import type { Value, Values } from './pgoutput.ts';
import type { PublishedColumn, PublishedTable } from './published-tables.ts';

/** A subscription that cannot be served; `message` says why. */
export class SubscriptionRefused extends Error {
  override name = 'SubscriptionRefused';
}

const operators = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: '~~',
  ilike: '~~*',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  in: '=',
  is: 'is',
} as const;
type Operator = keyof typeof operators;

interface Condition {
  readonly column: PublishedColumn;
  readonly operator: Operator;
  readonly isNegated: boolean;
  /** One value; more for `in`. */
  readonly values: readonly string[];
}

/** A filter: all conditions must hold. */
export interface Filter {
  /** Conditions that need no SQL. Returns null if a value that it needs is missing. */
  matches(values: Values): boolean | null;
  /** Whether SQL may have to decide about changed rows. */
  readonly needsSql: boolean;
  /** Whether it has a pattern, which may take any time for a row. */
  readonly hasPattern: boolean;
  /** The columns that the filter reads. */
  readonly columns: readonly string[];
  /** A column that must have one of some values, compared as text; null if there is none. */
  readonly required: { readonly column: string; readonly values: readonly string[] } | null;
  /**
   * The other conditions, or all of them, as SQL about the row `t` with parameters from `first` on.
   * Null if there are none.
   */
  sql(
    first: number,
    all: boolean,
  ): { readonly text: string; readonly values: readonly unknown[] } | null;
}

const maxConditions = 20;
const maxListValues = 100;
const maxLength = 4_096;
/** As in /rest/v1. */
const maxRegexLength = 256;
const patternOperators: ReadonlySet<Operator> = new Set(['like', 'ilike', 'match', 'imatch']);

/** Types whose values are equal exactly if their texts are. */
const textualTypes = new Set(['uuid', 'text', 'varchar', 'bool', 'int2', 'int4', 'int8', 'date']);
/** Types of which the log may leave out long values that did not change. */
const omittedTypes = new Set(['text', 'varchar']);
const textualOperators: ReadonlySet<Operator> = new Set(['eq', 'neq', 'in', 'isdistinct', 'is']);
const isValues = ['null', 'true', 'false', 'unknown'];

/**
 * Parses `column=operator.value`, with commas between conditions. Values may be quoted. Throws
 * {@link SubscriptionRefused}. Values become parameters and columns are known names, so nothing of
 * the filter becomes SQL. `ask` runs a statement as the subscriber.
 */
export async function parseFilter(
  text: string,
  table: PublishedTable,
  ask: (statement: Statement, isCostly: boolean) => Promise<ResultSet>,
): Promise<Filter> {
  if (text.length > maxLength) throw new SubscriptionRefused('the filter is too long');
  const parts = text === '' ? [] : splitOutside(text);
  if (parts.length > maxConditions) {
    throw new SubscriptionRefused(`a filter may have at most ${maxConditions} conditions`);
  }
  const conditions: Condition[] = [];
  for (const part of parts) {
    conditions.push(await canonical(parseCondition(part, table), ask));
  }
  const isTextual = ({ column, operator }: Condition) =>
    textualTypes.has(column.baseType) && textualOperators.has(operator);
  const byText = conditions.filter(isTextual);
  const bySql = conditions.filter((condition) => !isTextual(condition));
  const required = byText.find(
    ({ operator, isNegated }) => !isNegated && (operator === 'eq' || operator === 'in'),
  );
  return {
    required: required ? { column: required.column.name, values: required.values } : null,
    needsSql: bySql.length > 0 || byText.some(({ column }) => omittedTypes.has(column.baseType)),
    hasPattern: bySql.some(({ operator }) => patternOperators.has(operator)),
    columns: conditions.map(({ column }) => column.name),
    matches(values) {
      let result: boolean | null = true;
      for (const condition of byText) {
        const value = values.get(condition.column.name);
        if (value === undefined) result = null;
        else if (!holds(condition, value)) return false;
      }
      return result;
    },
    sql(first, all) {
      const chosen = all ? conditions : bySql;
      if (chosen.length === 0) return null;
      const values: unknown[] = [];
      const texts = chosen.map((condition) => {
        const { text: sql, value } = conditionSql(condition, first + values.length);
        if (value !== undefined) values.push(value);
        return sql;
      });
      return { text: texts.join(' and '), values };
    },
  };
}

/** Splits at commas that are neither quoted nor in parentheses, and removes spaces around the parts. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  const isQuoted = eachUnquoted(text, (character, at) => {
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth <= 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  });
  if (isQuoted) throw new SubscriptionRefused('a quoted value of the filter does not end');
  parts.push(text.slice(start).trim());
  return parts;
}

function parseCondition(text: string, table: PublishedTable): Condition {
  const [, name = '', negation, operator = '', value = ''] =
    /^([^=]+)=(not\.)?([a-z]+)\.([\s\S]*)$/.exec(text) ?? [];
  const column = table.columns.find((candidate) => candidate.name === name.trim());
  if (!isOperator(operator)) {
    throw new SubscriptionRefused(`'${text.slice(0, 100)}' is no filter such as id=eq.1`);
  }
  if (column === undefined || !column.canSelect) {
    throw new SubscriptionRefused(`the filter names no readable column: ${name.slice(0, 100)}`);
  }
  return {
    column,
    operator,
    isNegated: negation !== undefined,
    values: readValues(operator, value),
  };
}

function isOperator(name: string): name is Operator {
  return Object.hasOwn(operators, name);
}

function readValues(operator: Operator, value: string): string[] {
  if (operator === 'is') {
    if (!isValues.includes(value)) {
      throw new SubscriptionRefused(`is takes ${isValues.join(', ')}`);
    }
    return [value];
  }
  if (operator !== 'in') return [unquote(value)];
  const [, list] = /^\(([\s\S]*)\)$/.exec(value) ?? [];
  const values = list === undefined || list === '' ? [] : splitOutside(list).map(unquote);
  if (values.length === 0 || values.length > maxListValues) {
    throw new SubscriptionRefused(`in takes a list of 1 to ${maxListValues} values: in.(1,2)`);
  }
  return values;
}

function unquote(text: string): string {
  const [, quoted] = /^"([\s\S]*)"$/.exec(text) ?? [];
  return quoted === undefined ? text : quoted.replaceAll(/\\([\s\S])/g, '$1');
}

/** Returns the condition with values as PostgreSQL writes them, or throws if it refuses one. */
async function canonical(
  condition: Condition,
  ask: (statement: Statement, isCostly: boolean) => Promise<ResultSet>,
): Promise<Condition> {
  const { column, operator, values } = condition;
  if (operator === 'is') {
    if (values[0] !== 'null' && column.baseType !== 'bool') {
      throw new SubscriptionRefused(`is.${values[0]} needs a boolean column`);
    }
    return condition;
  }
  const [pattern = ''] = values;
  if ((operator === 'match' || operator === 'imatch') && pattern.length > maxRegexLength) {
    throw new SubscriptionRefused(
      `a regular expression may have at most ${maxRegexLength} characters`,
    );
  }
  try {
    if (operator === 'match' || operator === 'imatch') {
      await ask({ text: `select '' ~ $1::text`, values }, true);
    }
    if (patternOperators.has(operator)) return condition;
    const value = `value::${column.sqlType}`;
    // Not every type has the operator, such as json.
    const text = `select ${value}::text, ${value} ${operators[operator]} ${value}
       from unnest($1::text[]) with ordinality u(value, n) order by n`;
    const { rows } = await ask({ text, values: [values] }, false);
    // The replication writes booleans as one letter.
    const texts = rows.map(
      ([written]) => (column.baseType === 'bool' ? written?.slice(0, 1) : written) ?? '',
    );
    return { ...condition, values: texts };
  } catch (error) {
    throw new SubscriptionRefused(error instanceof Error ? error.message : String(error));
  }
}

/** Whether a condition holds for a value, as in SQL: NULL passes only what asks for it. */
function holds({ operator, isNegated, values }: Condition, value: string | null): boolean {
  const [first = ''] = values;
  if (operator === 'is') return isValue(first, value) !== isNegated;
  if (operator === 'isdistinct') return (value !== first) !== isNegated;
  if (value === null) return false;
  const result =
    operator === 'in' ? values.includes(value) : (operator === 'eq') === (value === first);
  return result !== isNegated;
}

function isValue(name: string, value: Exclude<Value, undefined>): boolean {
  if (name === 'null' || name === 'unknown') return value === null;
  return value === (name === 'true' ? 't' : 'f');
}

function conditionSql(
  { column, operator, isNegated, values }: Condition,
  index: number,
): { readonly text: string; readonly value?: unknown } {
  const name = `t.${escapeIdentifier(column.name)}`;
  const not = isNegated ? 'not ' : '';
  const [value] = values;
  if (operator === 'is') return { text: `${not}(${name} is ${value})` };
  if (operator === 'in') {
    return {
      text: `${not}(${name} = any ($${index}::text[]::${column.sqlType}[]))`,
      value: values,
    };
  }
  if (patternOperators.has(operator)) {
    return { text: `${not}(${name}::text ${operators[operator]} $${index}::text)`, value };
  }
  return {
    text: `${not}(${name} ${operators[operator]} $${index}::text::${column.sqlType})`,
    value,
  };
}

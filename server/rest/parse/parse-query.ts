import type { AtPath, Literal, LogicTree, OrderTerm, Query, RowRange } from './api-request.ts';
import { refuse } from '#server/rest/rest-error.ts';
import { readTreePath } from './field.ts';
import { readCondition } from './filter.ts';
import { parseLogic } from './logic.ts';
import { parseOrder } from './order.ts';
import { argumentName, parameterKind, type Parameter } from './query-string.ts';
import { parseColumns, parseSelect } from './select.ts';
import { TextReader } from './text-reader.ts';

/** Parses the name of a parameter: a path of embeds, and a field or a word such as `order`. */
function parsePath(name: string) {
  return readTreePath(new TextReader(name, 'tree path'));
}

function parseFilter({ name, text, slot }: Parameter): AtPath<LogicTree> {
  const { path, field } = parsePath(name);
  const reader = new TextReader(text, 'filter');
  const value = (): Literal => {
    if (slot === null) throw reader.error('a value was expected');
    return { kind: 'slot', slot };
  };
  const condition = readCondition(reader, value, value);
  if (!reader.isAtEnd) reader.fail('end of input');
  return { path, value: { kind: 'filter', field, ...condition } };
}

/** The number to which larger limits and offsets are clamped: no relation has so many rows. */
const maxRowNumber = Number.MAX_SAFE_INTEGER;

function readNumber(text: string): number | null {
  if (!/^\s*-?\d+\s*$/.test(text)) return null;
  return Math.max(-maxRowNumber, Math.min(maxRowNumber, Number(text)));
}

/**
 * Returns limit and offset of each resource. As in PostgREST, a value that is no number is ignored.
 * A negative offset counts rows that don't exist, so it reduces the limit.
 */
function collectRanges(parameters: readonly Parameter[]): AtPath<RowRange>[] {
  const ranges = new Map<string, { path: string[]; offset: number; limit: number | null }>();
  for (const { name, text } of parameters) {
    const kind = parameterKind(name);
    if (kind !== 'limit' && kind !== 'offset') continue;
    const number = readNumber(text);
    if (number === null) continue;
    const { path } = parsePath(name);
    const key = JSON.stringify(path);
    const range = ranges.get(key) ?? { path, offset: 0, limit: null };
    ranges.set(key, range);
    range[kind] = number;
  }
  return [...ranges.values()].map(({ path, offset, limit }) => {
    if (limit === null || limit === 0) {
      return { path, value: { offset: Math.max(offset, 0), limit } };
    }
    const end = Math.min(offset + limit, maxRowNumber);
    if (end <= 0 || limit < 0) throw refuse.range('Limit should be greater than or equal to zero.');
    const first = Math.max(offset, 0);
    return { path, value: { offset: first, limit: Math.max(end - first, 0) } };
  });
}

/** Parses the parameters of a request. In a `call`, those without an operator are arguments. */
export function parseQuery(parameters: readonly Parameter[], call: boolean): Query {
  const first = (name: string) => parameters.find((parameter) => parameter.name === name)?.text;
  const filters: AtPath<LogicTree>[] = [];
  const orders: AtPath<readonly OrderTerm[]>[] = [];
  const args: { name: string; value: Literal }[] = [];
  for (const parameter of parameters) {
    const { name, text, slot } = parameter;
    const kind = parameterKind(name);
    if (kind === 'logic') filters.push(parseLogic(name, text));
    else if (kind === 'order') {
      orders.push({ path: parsePath(name).path, value: parseOrder(text) });
    } else if (kind === 'condition') {
      const argument = call && text === '' ? argumentName(name) : null;
      if (argument === null || slot === null) filters.push(parseFilter(parameter));
      else args.push({ name: argument, value: { kind: 'slot', slot } });
    }
  }
  const select = first('select');
  const columns = first('columns');
  const onConflict = first('on_conflict');
  return Object.freeze({
    select: select === undefined ? [{ kind: 'star' } as const] : parseSelect(select),
    filters,
    orders,
    ranges: collectRanges(parameters),
    columns: columns === undefined ? null : parseColumns(columns, 'columns parameter'),
    onConflict: onConflict === undefined ? null : parseColumns(onConflict, 'on_conflict parameter'),
    args,
  });
}

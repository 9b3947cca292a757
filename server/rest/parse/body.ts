import { isShallow } from '#server/http/json/parse-json.ts';
import { refuse } from '#server/rest/rest-error.ts';
import type { Action, BodyShape } from './api-request.ts';
import { parseCsv } from './csv.ts';

/** A body's shape and its parameters: the text (a JSON array for rows) or argument values. */
export interface ParsedBody {
  readonly shape: BodyShape;
  readonly text: string | null;
  /** The values of a form's arguments, in the form's order. */
  readonly values: readonly string[];
}

function parsedBody(shape: BodyShape, text: string | null): ParsedBody {
  return { shape, text, values: [] };
}

/**
 * The most columns or arguments that a body may name. PostgreSQL's tables have 1,600, and its functions
 * a hundred; a variadic one takes a form's field for each value.
 */
const maxNames = 10_000;

function hasTooMany(keys: readonly string[] | null): boolean {
  return keys !== null && keys.length > maxNames;
}

const none = parsedBody({ kind: 'none' }, null);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sameKeys(keys: readonly string[], row: Record<string, unknown>): boolean {
  const own = Object.keys(row);
  return own.length === keys.length && keys.every((key) => Object.hasOwn(row, key));
}

/** Returns the keys that all rows have; null if keys differ, or if an item is no object. */
function commonKeys(items: readonly unknown[]): readonly string[] | null {
  const [first] = items;
  if (first === undefined) return [];
  const keys = isObject(first) ? Object.keys(first) : [];
  return items.every((row) => isObject(row) && sameKeys(keys, row)) ? keys : null;
}

function rowsBody(
  keys: readonly string[] | null,
  text: string,
  list: boolean,
  format: 'json' | 'csv' = 'json',
): ParsedBody {
  if (hasTooMany(keys)) throw refuse.body(`A row may have at most ${maxNames} names`);
  const sorted = keys === null ? null : [...keys].sort();
  return parsedBody({ kind: 'rows', keys: sorted, list, format }, text);
}

/** PostgreSQL reads fewer levels. Eight million levels would take a gigabyte of memory. */
const maxDepth = 100_000;

function parseJson(text: string): unknown {
  if (!isShallow(text, maxDepth)) throw refuse.body('The body is nested too deeply');
  try {
    return JSON.parse(text);
  } catch {
    throw refuse.body('Empty or invalid json');
  }
}

const opensList = /^[ \t\r\n]*\[/;

/**
 * Reads rows to write, always as a list. If the request names the columns, only PostgreSQL parses
 * the list.
 */
function readJson(text: string, columnsNamed: boolean): ParsedBody {
  if (columnsNamed && opensList.test(text)) return rowsBody(null, text, true);
  const value = parseJson(text);
  if (columnsNamed) return rowsBody(null, `[${text}]`, true);
  if (isObject(value)) return rowsBody(Object.keys(value), `[${text}]`, true);
  // As in PostgREST, a value that is neither an object nor a list has no rows.
  if (!Array.isArray(value)) return rowsBody([], '[]', true);
  const keys = commonKeys(value);
  if (keys === null) throw refuse.keysDiffer();
  return rowsBody(keys, text, true);
}

/**
 * Reads the arguments of a call: an object, or the first object of a list. No text and `null`, which
 * some clients send, name none. Any other JSON can only be one unnamed argument.
 */
function readCallJson(text: string, columnsNamed: boolean): ParsedBody {
  if (columnsNamed) return rowsBody(null, text, opensList.test(text));
  if (text === '') return rowsBody([], '{}', false);
  const value = parseJson(text);
  if (value === null) return rowsBody([], text, false);
  const isList = Array.isArray(value);
  const keys = isObject(value) ? Object.keys(value) : isList ? commonKeys(value) : null;
  return keys === null || hasTooMany(keys)
    ? parsedBody({ kind: 'raw', type: 'json' }, text)
    : rowsBody(keys, text, isList);
}

function readForm(text: string, call: boolean): ParsedBody {
  // URLSearchParams takes the square of the time for fields without '='.
  const fields = text.split('&').filter((field) => field !== '');
  if (fields.length > maxNames) {
    throw refuse.body(`A form may have at most ${maxNames} fields`);
  }
  const complete = fields.map((field) => (field.includes('=') ? field : `${field}=`));
  const pairs = [...new URLSearchParams(complete.join('&'))];
  if (call) {
    const names = pairs.map(([name]) => name);
    return { shape: { kind: 'form', names }, text: null, values: pairs.map(([, value]) => value) };
  }
  const row = Object.fromEntries(pairs);
  return rowsBody(Object.keys(row), JSON.stringify([row]), true);
}

const rawTypes = {
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'bytes',
} as const;

function isRaw(contentType: string): contentType is keyof typeof rawTypes {
  return Object.hasOwn(rawTypes, contentType);
}

/**
 * Parses a body. `columnsNamed` says whether the request names the columns itself: then keys may
 * differ between rows.
 */
export function parseBody(
  action: Action,
  contentType: string,
  text: string,
  columnsNamed: boolean,
): ParsedBody {
  if (action.kind === 'read' || action.kind === 'delete') return none;
  const call = action.kind === 'call';
  if (call && action.by === 'GET') return none;
  switch (contentType) {
    case '':
    case 'application/json':
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return call ? readCallJson(text, columnsNamed) : readJson(text, columnsNamed);
    case 'application/x-www-form-urlencoded':
      return readForm(text, call);
    case 'text/csv': {
      const csv = parseCsv(text);
      return rowsBody(csv.keys, csv.json, true, 'csv');
    }
    default:
      if (call && isRaw(contentType)) {
        return parsedBody({ kind: 'raw', type: rawTypes[contentType] }, text);
      }
      throw refuse.body(`Content-Type not acceptable: ${contentType}`);
  }
}

import { refuse } from '#server/rest/rest-error.ts';
import type { Action, BodyShape } from './api-request.ts';
import { parseCsv } from './csv.ts';

/** A body, and what of it becomes parameters: its text (a JSON array for rows to write), or values of arguments. */
export interface ReadBody {
  readonly shape: BodyShape;
  readonly text: string | null;
  /** Values of the arguments that a form names, in its order. */
  readonly values: readonly string[];
}

function read(shape: BodyShape, text: string | null): ReadBody {
  return { shape, text, values: [] };
}

const none = read({ kind: 'none' }, null);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sameKeys(keys: readonly string[], row: Record<string, unknown>): boolean {
  const own = Object.keys(row);
  return own.length === keys.length && keys.every((key) => Object.hasOwn(row, key));
}

/** The keys that all rows have; null where they differ, or where one is no row. */
function commonKeys(rows: readonly unknown[]): readonly string[] | null {
  const [first] = rows;
  if (first === undefined) return [];
  const keys = isObject(first) ? Object.keys(first) : [];
  return rows.every((row) => isObject(row) && sameKeys(keys, row)) ? keys : null;
}

function rows(keys: readonly string[] | null, text: string, list: boolean): ReadBody {
  return read({ kind: 'rows', keys: keys === null ? null : [...keys].sort(), list }, text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse.body('Empty or invalid json');
  }
}

const opensList = /^[ \t\r\n]*\[/;

/** Rows to write, always as a list. One whose columns the request names is left to PostgreSQL to read. */
function readJson(text: string, columnsNamed: boolean): ReadBody {
  if (columnsNamed && opensList.test(text)) return rows(null, text, true);
  const value = parse(text);
  if (columnsNamed) return rows(null, `[${text}]`, true);
  if (isObject(value)) return rows(Object.keys(value), `[${text}]`, true);
  // What is neither an object nor a list has no rows: so upstream has it.
  if (!Array.isArray(value)) return rows([], '[]', true);
  const keys = commonKeys(value);
  if (keys === null) throw refuse.body('All object keys must match');
  return rows(keys, text, true);
}

/** Arguments of a function: an object, or the first of a list; else it can only be one unnamed argument. */
function readCallJson(text: string, columnsNamed: boolean): ReadBody {
  if (columnsNamed) return rows(null, text, opensList.test(text));
  if (text === '') return rows([], '{}', false);
  const value = parse(text);
  if (isObject(value)) return rows(Object.keys(value), text, false);
  const keys = Array.isArray(value) ? commonKeys(value) : null;
  return keys === null ? read({ kind: 'raw', type: 'json' }, text) : rows(keys, text, true);
}

function readForm(text: string, call: boolean): ReadBody {
  const pairs = [...new URLSearchParams(text)];
  if (call) {
    const names = pairs.map(([name]) => name);
    return { shape: { kind: 'form', names }, text: null, values: pairs.map(([, value]) => value) };
  }
  const row = Object.fromEntries(pairs);
  return rows(Object.keys(row), JSON.stringify([row]), true);
}

const rawTypes = {
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'bytes',
} as const;

function isRaw(contentType: string): contentType is keyof typeof rawTypes {
  return Object.hasOwn(rawTypes, contentType);
}

/** `columnsNamed`: whether the request names the columns itself, so that keys may differ between rows. */
export function readBody(
  action: Action,
  contentType: string,
  text: string,
  columnsNamed: boolean,
): ReadBody {
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
      return rows(csv.keys, csv.json, true);
    }
    default:
      if (call && isRaw(contentType)) {
        return read({ kind: 'raw', type: rawTypes[contentType] }, text);
      }
      throw refuse.body(`Content-Type not acceptable: ${contentType}`);
  }
}

import { refuse } from '#server/rest/rest-error.ts';
import type { Action, BodyShape } from './api-request.ts';
import { parseCsv } from './csv.ts';

/** A body, and the text of it that becomes a parameter: a JSON array for rows, one object for a call. */
export interface ReadBody {
  readonly shape: BodyShape;
  readonly text: string | null;
}

const none: ReadBody = { shape: { kind: 'none' }, text: null };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sameKeys(keys: readonly string[], row: Record<string, unknown>): boolean {
  const own = Object.keys(row);
  return own.length === keys.length && keys.every((key) => Object.hasOwn(row, key));
}

function rows(keys: readonly string[], text: string, empty: boolean): ReadBody {
  return { shape: { kind: 'rows', keys: [...keys].sort(), empty }, text };
}

function readJson(text: string, anyKeys: boolean): ReadBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse.body('Empty or invalid json');
  }
  if (isObject(value)) return rows(Object.keys(value), `[${text}]`, false);
  if (!Array.isArray(value)) throw refuse.body('Empty or invalid json');
  const list: unknown[] = value;
  const [first] = list;
  if (first === undefined) return rows([], text, true);
  const keys = isObject(first) ? Object.keys(first) : [];
  if (!list.every((row) => isObject(row) && (anyKeys || sameKeys(keys, row)))) {
    throw refuse.body('All object keys must match');
  }
  return rows(keys, text, false);
}

function readForm(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function readCallJson(text: string): ReadBody {
  if (text.trim() === '') return { shape: { kind: 'rows', keys: [], empty: false }, text: '{}' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse.body('Empty or invalid json');
  }
  // A body that is no object can only be the single unnamed argument of a function.
  if (!isObject(value)) return { shape: { kind: 'raw', type: 'json' }, text };
  return rows(Object.keys(value), text, false);
}

/** `columns`: whether the request names the columns itself, so that keys may differ between rows. */
export function readBody(
  action: Action,
  contentType: string,
  text: string,
  columns: boolean,
): ReadBody {
  if (action.kind === 'read' || action.kind === 'delete') return none;
  const call = action.kind === 'call';
  if (call && action.by === 'GET') return none;
  switch (contentType) {
    case '':
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return call ? readCallJson(text) : readJson(text, columns);
    case 'application/x-www-form-urlencoded': {
      const form = readForm(text);
      const json = JSON.stringify(form);
      return rows(Object.keys(form), call ? json : `[${json}]`, false);
    }
    case 'text/csv': {
      const csv = parseCsv(text);
      if (!call) return rows(csv.keys, JSON.stringify(csv.rows), csv.rows.length === 0);
      return rows(csv.keys, JSON.stringify(csv.rows[0] ?? {}), false);
    }
    case 'text/plain':
      if (call) return { shape: { kind: 'raw', type: 'text' }, text };
      break;
    case 'text/xml':
      if (call) return { shape: { kind: 'raw', type: 'xml' }, text };
      break;
    case 'application/octet-stream':
      if (call) return { shape: { kind: 'raw', type: 'bytes' }, text };
      break;
    default:
  }
  throw refuse.body(`Content-Type not acceptable: ${contentType}`);
}

import { parseJson } from '#server/http/json/parse-json.ts';
import { jsonMembers } from './json-members.ts';
import type { Value, Values } from './pgoutput.ts';
import type { PublishedColumn } from './published-tables.ts';

const numberTypes = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric']);
const jsonNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * Returns a row as the JSON that PostgreSQL's to_jsonb returns, which /rest/v1 sends too. Only bytes
 * are written as upstream's changes have them: in hexadecimal, without the prefix `\x`.
 */
export function rowJson(values: Values, columns: readonly PublishedColumn[]): string {
  const fields = columns.map(
    ({ name, baseType }) => `${JSON.stringify(name)}:${columnJson(baseType, values.get(name))}`,
  );
  return `{${fields.join(',')}}`;
}

function columnJson(type: string, value: Value): string {
  return type === 'bytea' && value ? JSON.stringify(value.slice(2)) : valueJson(type, value);
}

function valueJson(type: string, value: Value): string {
  if (value === null || value === undefined) return 'null';
  if (type === 'bool') return value === 't' ? 'true' : 'false';
  if (numberTypes.has(type)) return jsonNumber.test(value) ? value : JSON.stringify(value);
  if (type === 'jsonb' || type === 'json') {
    return parseJson(value) === undefined ? JSON.stringify(value) : value;
  }
  if (type === 'timestamp') return JSON.stringify(value.replace(' ', 'T'));
  if (type === 'timestamptz') return JSON.stringify(timestampJson(value));
  if (type.startsWith('_')) return arrayJson(type.slice(1), value);
  return JSON.stringify(value);
}

/** '2026-11-23 04:00:00+00' → '2026-11-23T04:00:00+00:00' */
function timestampJson(value: string): string {
  return value.replace(' ', 'T').replace(/[+-]\d\d(?=$| BC$)/, '$&:00');
}

/** Returns an array in PostgreSQL's text format, such as `{a,"b c",NULL}`, as JSON. */
function arrayJson(type: string, text: string): string {
  let offset = text.indexOf('{');
  function readArray(): string {
    const items: string[] = [];
    offset += 1;
    while (offset < text.length && text[offset] !== '}') {
      if (text[offset] === ',') offset += 1;
      else items.push(text[offset] === '{' ? readArray() : readItem());
    }
    offset += 1;
    return `[${items.join(',')}]`;
  }
  function readItem(): string {
    if (text[offset] !== '"') {
      const start = offset;
      while (offset < text.length && text[offset] !== ',' && text[offset] !== '}') offset += 1;
      const item = text.slice(start, offset);
      return item === 'NULL' ? 'null' : valueJson(type, item);
    }
    let item = '';
    for (offset += 1; offset < text.length && text[offset] !== '"'; offset += 1) {
      if (text[offset] === '\\') offset += 1;
      item += text[offset];
    }
    offset += 1;
    return valueJson(type, item);
  }
  return offset < 0 ? JSON.stringify(text) : readArray();
}

/**
 * Returns the values of a row from the JSON of to_jsonb as the log writes them, for the types whose
 * values filters compare as text.
 */
export function rowValues(json: string, columns: readonly PublishedColumn[]): Values {
  const types = new Map(columns.map(({ name, baseType }) => [name, baseType]));
  const toValue = (type: string | undefined, text: string): Value => {
    if (text === 'null') return null;
    if (type === 'bool') return text.slice(0, 1);
    return text.startsWith('"') ? String(JSON.parse(text)) : text;
  };
  return new Map(jsonMembers(json).map(([name, text]) => [name, toValue(types.get(name), text)]));
}

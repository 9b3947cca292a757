import { escapeIdentifier } from 'pg';
import type { RequestFrame } from './database.ts';

/**
 * Makes the transaction the request's: role, claims and limits, until its end. Always a statement
 * of its own before the query, because a query is planned, with the policies of the role, before
 * it runs. As conditions, the settings cost no columns on the wire.
 */
export const settingsText = `select where set_config('search_path', $1, true) is not null
  and set_config('statement_timeout', $2, true) is not null
  and set_config('transaction_read_only', $3, true) is not null
  and set_config('request.jwt.claims', $4, true) is not null
  and set_config('request.method', $5, true) is not null
  and set_config('request.path', $6, true) is not null
  and set_config('request.headers', $7, true) is not null
  and set_config('request.cookies', $8, true) is not null
  and set_config('role', $9, true) is not null`;

/** Sets as many more settings, given as names and values in turn. */
export function moreSettingsText(count: number): string {
  const each = Array.from({ length: count }, (_, index) => {
    return `set_config($${2 * index + 1}, $${2 * index + 2}, true) is not null`;
  });
  return `select where ${each.join(' and ')}`;
}

export function settingsValues(frame: RequestFrame, searchPath: string): string[] {
  return [
    searchPath,
    String(frame.statementTimeoutMs),
    frame.readOnly ? 'on' : 'off',
    frame.claims,
    frame.method,
    frame.path,
    frame.headers,
    frame.cookies ?? '{}',
    frame.role,
  ];
}

const known = new Map<readonly string[], string>();

/** The schemas as a value for search_path. Callers pass few different lists, again and again. */
export function searchPathOf(schemas: readonly string[]): string {
  let text = known.get(schemas);
  if (text === undefined) {
    text = schemas.map((schema) => escapeIdentifier(schema)).join(', ');
    if (known.size > 100) known.clear();
    known.set(schemas, text);
  }
  return text;
}

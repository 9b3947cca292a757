import { escapeIdentifier } from 'pg';
import type { TransactionSettings } from '#server/db/database.ts';

/**
 * Sets role, claims and limits for the transaction of a request. It always runs as a statement
 * before the query, because PostgreSQL plans a query with the policies of the role before it runs.
 * Written as conditions, the settings return no columns.
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

/** Returns a statement that sets `count` further settings, with names and values in turn. */
export function moreSettingsText(count: number): string {
  const each = Array.from({ length: count }, (_, index) => {
    return `set_config($${2 * index + 1}, $${2 * index + 2}, true) is not null`;
  });
  return `select where ${each.join(' and ')}`;
}

export function settingsValues(settings: TransactionSettings, searchPath: string): string[] {
  return [
    searchPath,
    String(settings.statementTimeoutMs),
    settings.readOnly ? 'on' : 'off',
    settings.claims,
    settings.method,
    settings.path,
    settings.headers,
    settings.cookies ?? '{}',
    settings.role,
  ];
}

const searchPaths = new Map<readonly string[], string>();

/**
 * Returns the schemas as a value for search_path. Cached, since callers pass few different lists.
 */
export function searchPathOf(schemas: readonly string[]): string {
  let text = searchPaths.get(schemas);
  if (text === undefined) {
    text = schemas.map((schema) => escapeIdentifier(schema)).join(', ');
    if (searchPaths.size > 100) searchPaths.clear();
    searchPaths.set(schemas, text);
  }
  return text;
}

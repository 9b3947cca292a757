import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request that a page of docs/ lists as refused. */
interface RefusedRequest {
  readonly feature: string;
  readonly method: string;
  readonly path: string;
  /** JSON. */
  readonly body: string | undefined;
  /** The header that the request needs; empty without one. */
  readonly headers: Readonly<Record<string, string>>;
  /** The key or session that the request is sent with, if the table has such a column. */
  readonly credential: string | undefined;
  readonly expected: { readonly status: number; readonly code: string };
}

/**
 * Returns the requests of the first table below the heading "Refused" of docs/<page>.
 * Throws if a row isn't a request with its response.
 */
export function refusedRequests(page: string): readonly RefusedRequest[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8');
  const table = /^## Refused\n[^|]*((?:\|.*\n)+)/m.exec(text)?.[1] ?? '';
  const [columns = [], , ...rows] = table.trim().split('\n').map(cells);
  return rows.map((row) => readRow(new Map(columns.map((column, at) => [column, row[at] ?? '']))));
}

function cells(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function readRow(row: ReadonlyMap<string, string>): RefusedRequest {
  const request = /^`([A-Z]+) (\S+)(?: (\{.*\}))?`$/.exec(row.get('request') ?? '');
  const response = /^(\d{3}) (\w+)$/.exec(row.get('response') ?? '');
  const header = /^(?:`([a-z-]+): (.+)`)?$/.exec(row.get('header') ?? '');
  if (!request || !response || !header)
    throw new Error(`Not a refused request: ${[...row.values()].join(' | ')}`);
  return {
    feature: row.get('feature') ?? '',
    method: request[1] ?? '',
    path: request[2] ?? '',
    body: request[3],
    headers: header[1] === undefined ? {} : { [header[1]]: header[2] ?? '' },
    credential: row.get('with'),
    expected: { status: Number(response[1]), code: response[2] ?? '' },
  };
}

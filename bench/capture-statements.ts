import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from './with-client.ts';
import {
  requestHeaders,
  type Operation,
  placeholder,
  type Placeholder,
  sample,
} from './operations.ts';
import { idDigits } from './seed-ids.ts';
import type { Keys } from './tokens.ts';
import { type ServerProcess, superuserOf } from './server-process.ts';

/** A statement as PostgreSQL received it, with its parameter values. */
export interface CapturedStatement {
  readonly text: string;
  readonly values: readonly string[];
}

const names: readonly Placeholder[] = ['person', 'prompt', 'fresh'];

function isPlaceholder(name: string): name is Placeholder {
  return name in sample;
}

function fillPlaceholders(template: string): string {
  return template.replace(placeholder, (whole, name: string) =>
    isPlaceholder(name) ? idDigits(sample[name]) : whole,
  );
}

function restorePlaceholders(value: string): string {
  return names.reduce((text, name) => text.replaceAll(idDigits(sample[name]), `{${name}}`), value);
}

/**
 * Sends the sample request of an operation and returns the response's body. Throws unless it
 * succeeds.
 */
export async function sendSample(
  operation: Operation,
  port: number,
  { publishableKey, tokens }: Keys,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${fillPlaceholders(operation.path)}`, {
    method: operation.method,
    headers: {
      ...requestHeaders(operation),
      apikey: publishableKey,
      authorization: `Bearer ${tokens[sample.person - 1] ?? ''}`,
    },
    body: operation.body === null ? null : fillPlaceholders(operation.body),
  });
  const text = await response.text();
  if (response.status !== operation.status) {
    throw new Error(`${operation.name} returned ${response.status}: ${text}`);
  }
  return JSON.parse(text);
}

/** Parses the log's parameters: `$1 = 'it''s', $2 = NULL`. */
function parseValues(text: string): string[] {
  const matches = text.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)(?:, |$)/g);
  return [...matches].map(([, value]) => (value ?? '').replaceAll("''", "'"));
}

/** Returns the messages of PostgreSQL's log. The server logs each of their lines as one entry. */
function parseMessages(log: readonly string[]): string[] {
  const messages: string[] = [];
  for (const entry of log) {
    const parsed: unknown = JSON.parse(entry);
    if (typeof parsed !== 'object' || parsed === null || !('line' in parsed)) continue;
    const line = String(parsed.line);
    if (/^[A-Z]+: {2}/.test(line)) messages.push(line);
    else messages.push(`${messages.pop() ?? ''}\n${line.trimStart()}`);
  }
  return messages;
}

function parseStatements(log: readonly string[]): CapturedStatement[] {
  const statements: { text: string; values: string[] }[] = [];
  for (const message of parseMessages(log)) {
    const text = /^LOG: {2}execute [^:]+: ([\s\S]*)$/.exec(message)?.[1];
    if (text !== undefined) statements.push({ text, values: [] });
    const values = /^DETAIL: {2}Parameters: ([\s\S]*)$/i.exec(message)?.[1];
    const last = statements.at(-1);
    if (values !== undefined && last !== undefined) last.values = parseValues(values);
  }
  return statements;
}

/**
 * Sends an operation once and returns the two statements that PostgreSQL logs for it: the
 * settings of the request, then its query. The sample's numbers become placeholders again. The
 * server must run with LOG_LEVEL=debug.
 */
export async function captureStatements(
  operation: Operation,
  server: ServerProcess,
  keys: Keys,
): Promise<readonly [CapturedStatement, CapturedStatement]> {
  return withClient(superuserOf(server.dataDir), async (client) => {
    await logStatements(client, true);
    const from = server.log.length;
    await sendSample(operation, server.port, keys);
    await logStatements(client, false);
    const statements = parseStatements(server.log.slice(from));
    const index = statements.findIndex(({ text }) => text.includes("set_config('role'"));
    const [settings, query] = [statements[index], statements[index + 1]];
    if (settings === undefined || query === undefined) {
      throw new Error(`The log has no statements of ${operation.name}.`);
    }
    return [
      { ...settings, values: settings.values.map(restorePlaceholders) },
      { ...query, values: query.values.map(restorePlaceholders) },
    ];
  });
}

async function logStatements(client: Client, on: boolean): Promise<void> {
  await client.query(
    on ? "alter system set log_statement = 'all'" : 'alter system reset log_statement',
  );
  await client.query('select pg_reload_conf()');
  // Other backends reload their settings between two statements.
  await pause(300);
}

import { setTimeout as pause } from 'node:timers/promises';
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
 * server must run with LOG_LEVEL=debug, after `logStatements`.
 */
export async function captureStatements(
  operation: Operation,
  server: ServerProcess,
  keys: Keys,
): Promise<readonly [CapturedStatement, CapturedStatement]> {
  const from = server.log.length;
  await sendSample(operation, server.port, keys);
  await pause(300);
  const statements = parseStatements(server.log.slice(from));
  const index = statements.findIndex(({ text }) => text.includes("set_config('role'"));
  const [settings, query] = [statements[index], statements[index + 1]];
  if (settings === undefined || query === undefined || settings.values.length === 0) {
    throw new Error(`The log has no statements of ${operation.name}, or no parameters.`);
  }
  return [
    { ...settings, values: settings.values.map(restorePlaceholders) },
    { ...query, values: query.values.map(restorePlaceholders) },
  ];
}

/**
 * Makes PostgreSQL log the server's statements with their parameters. Only the role's settings
 * override the server's own, which keep parameters out of the log, and only in new connections.
 */
export function logStatements(dataDir: string): Promise<void> {
  return withClient(superuserOf(dataDir), async (client) => {
    await client.query(`
      alter role authenticator set log_statement = 'all';
      alter role authenticator set log_error_verbosity = 'default';
      select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'`);
  });
}

import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { headersOf, type Operation, placeholder, type Placeholder, sample } from './operations.ts';
import { digits } from './people.ts';
import type { Keys } from './tokens.ts';
import { type ServerProcess, socketOf } from './server-process.ts';

/** A statement as PostgreSQL got it, with the values of its parameters. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly string[];
}

const names: readonly Placeholder[] = ['person', 'prompt', 'fresh'];

function isPlaceholder(name: string): name is Placeholder {
  return name in sample;
}

function filled(template: string): string {
  return template.replace(placeholder, (whole, name: string) =>
    isPlaceholder(name) ? digits(sample[name]) : whole,
  );
}

function emptied(value: string): string {
  return names.reduce((text, name) => text.replaceAll(digits(sample[name]), `{${name}}`), value);
}

/** Sends one request of the operation, for the sample's person, and checks what comes back. */
export async function sendSample(
  operation: Operation,
  port: number,
  { publishableKey, tokens }: Keys,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${filled(operation.path)}`, {
    method: operation.method,
    headers: {
      ...headersOf(operation),
      apikey: publishableKey,
      authorization: `Bearer ${tokens[sample.person - 1] ?? ''}`,
    },
    body: operation.body === null ? null : filled(operation.body),
  });
  const text = await response.text();
  if (response.status !== operation.status) {
    throw new Error(`${operation.name} was answered with ${response.status}: ${text}`);
  }
  return JSON.parse(text);
}

/** `Parameters: $1 = 'it''s', $2 = NULL` */
function readValues(line: string): string[] {
  const found = line.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)(?:, |$)/g);
  return [...found].map(([, value]) => (value ?? '').replaceAll("''", "'"));
}

/** The log of PostgreSQL, as the server passes it on, in whole messages. */
function messages(log: readonly string[]): string[] {
  const whole: string[] = [];
  for (const entry of log) {
    const parsed: unknown = JSON.parse(entry);
    if (typeof parsed !== 'object' || parsed === null || !('line' in parsed)) continue;
    const line = String(parsed.line);
    if (/^[A-Z]+: {2}/.test(line)) whole.push(line);
    else whole.push(`${whole.pop() ?? ''}\n${line.trimStart()}`);
  }
  return whole;
}

function executed(log: readonly string[]): SentStatement[] {
  const sent: { text: string; values: string[] }[] = [];
  for (const message of messages(log)) {
    const text = /^LOG: {2}execute [^:]+: ([\s\S]*)$/.exec(message)?.[1];
    if (text !== undefined) sent.push({ text, values: [] });
    const values = /^DETAIL: {2}Parameters: ([\s\S]*)$/i.exec(message)?.[1];
    const last = sent.at(-1);
    if (values !== undefined && last !== undefined) last.values = readValues(values);
  }
  return sent;
}

/**
 * Asks a running server (with LOG_LEVEL=debug) for the operation once and reads from PostgreSQL's own
 * log what it executed: the settings of the request, then its statement. Digits of the sample
 * become placeholders again.
 */
export async function statementsSent(
  operation: Operation,
  server: ServerProcess,
  keys: Keys,
): Promise<readonly [SentStatement, SentStatement]> {
  const client = new Client({
    ...socketOf(server.dataDir),
    user: 'postgres',
    database: 'postgres',
  });
  await client.connect();
  try {
    await logStatements(client, true);
    const from = server.log.length;
    await sendSample(operation, server.port, keys);
    await logStatements(client, false);
    const sent = executed(server.log.slice(from));
    const at = sent.findIndex(({ text }) => text.includes("set_config('role'"));
    const [settings, query] = [sent[at], sent[at + 1]];
    if (settings === undefined || query === undefined) {
      throw new Error(`What the server sends for ${operation.name} was not found in the log.`);
    }
    return [
      { ...settings, values: settings.values.map(emptied) },
      { ...query, values: query.values.map(emptied) },
    ];
  } finally {
    await client.end();
  }
}

async function logStatements(client: Client, on: boolean): Promise<void> {
  await client.query(
    on ? "alter system set log_statement = 'all'" : 'alter system reset log_statement',
  );
  await client.query('select pg_reload_conf()');
  // The other processes look at their settings between two statements.
  await pause(300);
}

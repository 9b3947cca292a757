import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestHeaders, type Operation } from './operations.ts';
import { runProgram } from './run-program.ts';
import { peopleCount, promptCount } from './seed-ids.ts';
import type { Keys } from './tokens.ts';

export interface WrkRates {
  readonly perSecond: number;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

function quote(text: string): string {
  const inside = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n');
  return `"${inside}"`;
}

/** Returns a request as HTTP text of constant length; `{token}` stands for the person's token. */
function requestText(operation: Operation, port: number, publishableKey: string): string {
  const { method, path, body } = operation;
  const length = body === null ? null : Buffer.byteLength(body.replace('{fresh}', '0'.repeat(12)));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `apikey: ${publishableKey}`,
    'Authorization: Bearer {token}',
    ...Object.entries(requestHeaders(operation)).map(([name, value]) => `${name}: ${value}`),
    ...(length === null ? [] : [`Content-Length: ${length}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Returns a Lua expression that fills in the placeholders of `text`. */
function luaExpression(text: string): string {
  return text
    .split(/\{(person|prompt|fresh|token)\}/)
    .map((part, index) => (index % 2 === 0 ? quote(part) : part))
    .join(' .. ');
}

/**
 * Returns wrk's script. Each request is of a random person, so caches of one request don't help.
 */
function wrkScript(
  operation: Operation,
  port: number,
  publishableKey: string,
  tokens: string,
): string {
  return `
local tokens = dofile(${quote(tokens)})
local threads = 0
function setup(thread)
  threads = threads + 1
  thread:set("seed", threads)
end
function init()
  math.randomseed(os.time() * 10 + seed)
end
function request()
  local number = math.random(0, ${promptCount - 1})
  local owner = 1 + number % ${peopleCount}
  local prompt = string.format("%012d", number)
  local person = string.format("%012d", owner)
  local fresh = string.format("%012d", math.random(0, 2147483646))
  local token = tokens[owner]
  return ${luaExpression(requestText(operation, port, publishableKey))}
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"microseconds":%d,"errors":%d,"p50":%d,"p95":%d}\\n',
    summary.requests, summary.duration, e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50), latency:percentile(95)))
end
`;
}

/** Writes wrk's script for an operation and returns its path. */
export function writeWrkScript(
  folder: string,
  operation: Operation,
  port: number,
  keys: Keys,
): string {
  const tokens = join(folder, 'tokens.lua');
  writeFileSync(tokens, `return {${keys.tokens.map(quote).join(',')}}`);
  const file = join(folder, `${operation.name}.lua`);
  writeFileSync(file, wrkScript(operation, port, keys.publishableKey, tokens));
  return file;
}

interface Summary {
  readonly requests: number;
  readonly microseconds: number;
  readonly errors: number;
  readonly p50: number;
  readonly p95: number;
}

function isSummary(value: unknown): value is Summary {
  return typeof value === 'object' && value !== null && 'microseconds' in value;
}

/** Loads the server. Throws on any unsuccessful response or lost connection. */
export async function runWrk(
  wrk: string,
  file: string,
  port: number,
  clients: number,
  seconds: number,
): Promise<WrkRates> {
  const load = `-t ${Math.min(2, clients)} -c ${clients} -d ${seconds}s --timeout 10s`.split(' ');
  const output = await runProgram(wrk, [...load, '-s', file, `http://127.0.0.1:${port}`]);
  const summary: unknown = JSON.parse(output.trim().split('\n').at(-1) ?? '');
  if (!isSummary(summary)) throw new Error(`wrk printed: ${output}`);
  if (summary.errors > 0 || summary.requests === 0) {
    throw new Error(`${summary.errors} of ${summary.requests} requests failed.`);
  }
  return {
    perSecond: summary.requests / (summary.microseconds / 1e6),
    requests: summary.requests,
    p50Ms: summary.p50 / 1000,
    p95Ms: summary.p95 / 1000,
  };
}

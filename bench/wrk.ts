import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headersOf, type Operation } from './operations.ts';
import { runProgram } from './run-program.ts';
import { people, prompts } from './people.ts';
import type { Keys } from './tokens.ts';

export interface RestRates {
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

/** The bytes of a request; `{token}` stands for the person's. Its length does not vary. */
function requestText(operation: Operation, port: number, publishableKey: string): string {
  const { method, path, body } = operation;
  const length = body === null ? null : Buffer.byteLength(body.replace('{fresh}', '0'.repeat(12)));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `apikey: ${publishableKey}`,
    'Authorization: Bearer {token}',
    ...Object.entries(headersOf(operation)).map(([name, value]) => `${name}: ${value}`),
    ...(length === null ? [] : [`Content-Length: ${length}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** A Lua expression that puts a request together. */
function expression(text: string): string {
  return text
    .split(/\{(person|prompt|fresh|token)\}/)
    .map((part, index) => (index % 2 === 0 ? quote(part) : part))
    .join(' .. ');
}

/** Every request is another person's, so that nothing is measured that only repeats itself. */
function script(
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
  local number = math.random(0, ${prompts - 1})
  local owner = 1 + number % ${people}
  local prompt = string.format("%012d", number)
  local person = string.format("%012d", owner)
  local fresh = string.format("%012d", math.random(0, 2147483646))
  local token = tokens[owner]
  return ${expression(requestText(operation, port, publishableKey))}
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"microseconds":%d,"errors":%d,"p50":%d,"p95":%d}\\n',
    summary.requests, summary.duration, e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50), latency:percentile(95)))
end
`;
}

/** Makes wrk's script for an operation; gives its path. */
export function writeScript(
  folder: string,
  operation: Operation,
  port: number,
  keys: Keys,
): string {
  const tokens = join(folder, 'tokens.lua');
  writeFileSync(tokens, `return {${keys.tokens.map(quote).join(',')}}`);
  const file = join(folder, `${operation.name}.lua`);
  writeFileSync(file, script(operation, port, keys.publishableKey, tokens));
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

/** Loads the server; any answer that is not a success, and any lost connection, throws. */
export async function runWrk(
  wrk: string,
  file: string,
  port: number,
  clients: number,
  seconds: number,
): Promise<RestRates> {
  const load = `-t ${Math.min(2, clients)} -c ${clients} -d ${seconds}s --timeout 10s`.split(' ');
  const output = await runProgram(wrk, [...load, '-s', file, `http://127.0.0.1:${port}`]);
  const summary: unknown = JSON.parse(output.trim().split('\n').at(-1) ?? '');
  if (!isSummary(summary)) throw new Error(`wrk answered: ${output}`);
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

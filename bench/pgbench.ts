import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import { people, prompts } from './people.ts';
import type { SentStatement } from './statements-sent.ts';

/** pgbench's side of an operation. */
export interface BareStatements {
  readonly file: string;
  /** `-D` arguments: the values that stay the same. */
  readonly constants: readonly string[];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f{}a-z]+$/;
const varying = /\{(person|prompt|fresh)\}/g;

/**
 * A parameter of pgbench is a whole value, and its variables are numbers or constants: a value that
 * holds varying digits is put together by PostgreSQL. That costs a microsecond, on pgbench's side.
 */
function parameter(name: string, value: string): string {
  const put = [...new Set([...value.matchAll(varying)].map(([, which]) => which ?? ''))].reduce(
    (sql, which) => `replace(${sql}, '{${which}}', lpad(:${which}, 12, '0'))`,
    `:${name}`,
  );
  if (put === `:${name}`) return put;
  return uuid.test(value) ? `${put}::uuid` : put;
}

function withVariables(statement: SentStatement, prefix: string): string {
  if (/(?<!:):\w/.test(statement.text) || statement.text.includes(';')) {
    throw new Error(`pgbench would misread a part of: ${statement.text}`);
  }
  return statement.text.replace(/\$(\d+)/g, (_, number: string) =>
    parameter(`${prefix}${number}`, statement.values[Number(number) - 1] ?? ''),
  );
}

/** Writes the statements, as the server sent them, as pgbench's script: two statements, one flush. */
export function writePgbenchScript(
  folder: string,
  name: string,
  [settings, query]: readonly [SentStatement, SentStatement],
): BareStatements {
  const file = join(folder, `${name}.sql`);
  const lines = [
    `\\set prompt random(0, ${prompts - 1})`,
    `\\set person 1 + :prompt % ${people}`,
    '\\set fresh random(0, 2147483646)',
    '\\startpipeline',
    `${withVariables(settings, 's')};`,
    `${withVariables(query, 'q')};`,
    '\\endpipeline',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const constants = [
    ...settings.values.map((value, index) => `s${index + 1}=${value}`),
    ...query.values.map((value, index) => `q${index + 1}=${value}`),
  ].flatMap((definition) => ['-D', definition]);
  return { file, constants };
}

export interface BareRates {
  readonly perSecond: number;
  readonly transactions: number;
}

/** Runs the statements as the login role of the server; a failed transaction throws. */
export async function runPgbench(
  pgbench: string,
  { file, constants }: BareStatements,
  login: { host: string; port: number },
  clients: number,
  seconds: number,
): Promise<BareRates> {
  const output = await runProgram(
    pgbench,
    [
      `-n -M prepared -h ${login.host} -p ${login.port} -U authenticator`.split(' '),
      `-c ${clients} -j ${Math.min(2, clients)} -T ${seconds}`.split(' '),
      ['-f', file],
      constants,
      ['postgres'],
    ].flat(),
  );
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  const transactions = Number(
    /^number of transactions actually processed: (\d+)/m.exec(output)?.[1],
  );
  const failed = Number(/^number of failed transactions: (\d+)/m.exec(output)?.[1] ?? 0);
  if (!(perSecond > 0) || failed > 0) throw new Error(`pgbench answered: ${output}`);
  return { perSecond, transactions };
}

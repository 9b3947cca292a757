import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeholder } from './operations.ts';
import { runProgram } from './run-program.ts';
import { peopleCount, promptCount } from './seed-ids.ts';
import type { CapturedStatement } from './capture-statements.ts';

/** A script file for pgbench, and the constants it refers to. */
export interface PgbenchScript {
  readonly file: string;
  /** `-D` arguments. */
  readonly constants: readonly string[];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f{}a-z]+$/;

/**
 * Returns the SQL of a parameter. pgbench's variables are whole parameters, so PostgreSQL replaces
 * placeholders inside a value. That costs pgbench's side about a microsecond.
 */
function parameterSql(name: string, value: string): string {
  const parameter = [
    ...new Set([...value.matchAll(placeholder)].map(([, which]) => which ?? '')),
  ].reduce((sql, which) => `replace(${sql}, '{${which}}', lpad(:${which}, 12, '0'))`, `:${name}`);
  if (parameter === `:${name}`) return parameter;
  return uuid.test(value) ? `${parameter}::uuid` : parameter;
}

function withVariables(statement: CapturedStatement, prefix: string): string {
  if (/(?<!:):\w/.test(statement.text) || statement.text.includes(';')) {
    throw new Error(`pgbench would misread a part of: ${statement.text}`);
  }
  return statement.text.replace(/\$(\d+)/g, (_, number: string) =>
    parameterSql(`${prefix}${number}`, statement.values[Number(number) - 1] ?? ''),
  );
}

/** Writes the server's two statements as a pgbench script that sends both in one flush. */
export function writePgbenchScript(
  folder: string,
  name: string,
  [settings, query]: readonly [CapturedStatement, CapturedStatement],
): PgbenchScript {
  const file = join(folder, `${name}.sql`);
  const lines = [
    `\\set prompt random(0, ${promptCount - 1})`,
    `\\set person 1 + :prompt % ${peopleCount}`,
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

export interface PgbenchRates {
  readonly perSecond: number;
  readonly transactions: number;
}

/** Runs the script as the server's login role. Throws if a transaction fails. */
export async function runPgbench(
  pgbench: string,
  { file, constants }: PgbenchScript,
  login: { host: string; port: number },
  clients: number,
  seconds: number,
): Promise<PgbenchRates> {
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
  if (!(perSecond > 0) || failed > 0) throw new Error(`pgbench printed: ${output}`);
  return { perSecond, transactions };
}

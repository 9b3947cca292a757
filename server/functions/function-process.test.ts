import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Log } from '#server/log.ts';
import { isRunning } from '#server/testing/is-running.ts';
import { FunctionProcess } from './function-process.ts';

it('a request that comes just after the process has ended is refused at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cuebook-functions-'));
  const path = join(folder, 'exit.mjs');
  await writeFile(path, 'export default () => process.exit(0)');
  const write = vi.fn<() => void>();
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const limits = { requestMs: 60_000, memoryMb: 64, blockedMs: 60_000 };
  const running = new FunctionProcess({ name: 'exit', path, changedAt: 1 }, {}, limits, log);
  await running.ready;
  const request = new Request('http://localhost');
  const sent = { url: request.url, request, clientAddress: '192.0.2.1', disconnect: write };
  const call = () => running.call(sent, write);
  await expect(call()).rejects.toMatchObject({ refusal: 'failed' });
  await expect(call()).rejects.toMatchObject({ refusal: 'failed' });
  await running.stop();
  await rm(folder, { recursive: true });
}, 20_000);

/** A server that calls a function which never returns. It prints the number of that process. */
const server = (path: string) => `
  import { FunctionProcess } from '#server/functions/function-process.ts';
  const log = { debug() {}, info: (_, { line }) => console.log(line), warn() {}, error() {} };
  const limits = { requestMs: 600_000, memoryMb: 64, blockedMs: 600_000 };
  const file = { name: 'block', path: ${JSON.stringify(path)}, changedAt: 1 };
  const running = new FunctionProcess(file, {}, limits, log);
  await running.ready;
  const request = new Request('http://localhost');
  const sent = { url: request.url, request, clientAddress: '192.0.2.1', disconnect() {} };
  await running.call(sent, () => {});
`;

it('a function that never returns ends with a server that is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cuebook-functions-'));
  const path = join(folder, 'block.mjs');
  await writeFile(path, 'export default () => { console.log(process.pid); for (;;); }');
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', server(path)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = Number(await once(killed.stdout, 'data'));
  expect(pid).toBeGreaterThan(1);
  killed.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
  await rm(folder, { recursive: true });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Log } from '#server/log.ts';
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
  const call = () =>
    running.call(
      { url: 'http://localhost/exit', request: new Request('http://localhost'), disconnect: write },
      write,
    );
  await expect(call()).rejects.toMatchObject({ refusal: 'failed' });
  await expect(call()).rejects.toMatchObject({ refusal: 'failed' });
  await running.stop();
  await rm(folder, { recursive: true });
}, 20_000);

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const runFile = promisify(execFile);

const files = {
  'vitest.config.mjs': `
    import { ResultsReporter } from '${join(import.meta.dirname, 'results-reporter.ts')}';
    const reporter = new ResultsReporter(import.meta.dirname + '/results/vitest.json');
    export default { test: { globals: true, reporters: [reporter], include: ['*.test.mjs'] } };`,
  'passes.test.mjs': `it('passes', () => {});`,
  'hook.test.mjs': `
    describe('a suite', () => {
      beforeAll(() => new Promise(() => {}), 100);
      it('runs', () => {});
    });`,
  'broken.test.mjs': `throw new Error('this file does not load')`,
  'rejection.test.mjs': `
    it('passes, and leaves a promise', async () => {
      void Promise.reject(new Error('nobody waits for this'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });`,
  // As Vitest reports an action in a browser.
  'action.test.mjs': `
    it('clicks', () => {
      throw Object.assign(new Error('Timeout exceeded'), { stack: 'Error: STACK_TRACE_ERROR' });
    });`,
};

interface Results {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

let folder: string;
let results: Results;
beforeAll(async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(join(root, '.cache/reporter-'));
  for (const [name, source] of Object.entries(files)) await writeFile(join(folder, name), source);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const env = { PATH: process.env['PATH'] };
  await runFile(process.execPath, [vitest, 'run'], { cwd: folder, env }).catch(() => {});
  results = JSON.parse(await readFile(join(folder, 'results/vitest.json'), 'utf8')) as Results;
});
afterAll(() => rm(folder, { recursive: true }));

it('the results have the counts', () => {
  expect(results).toMatchObject({ passed: 2, failed: 5 });
});

it.each([
  ['a hook that times out', /^.*hook\.test\.mjs › a suite\n.*Hook timed out in 100ms/],
  ['a test whose hook failed', /^.*hook\.test\.mjs › a suite > runs\nskipped$/],
  ['a file that does not load', /^.*broken\.test\.mjs\nError: this file does not load\n/],
  ['an unhandled rejection', /^Error: nobody waits for this/],
  ['a browser action that times out', /^.*action\.test\.mjs › clicks\nError: Timeout exceeded/],
])('the results have the message of %s', (_, message) => {
  expect(results.failures).toContainEqual(expect.stringMatching(message));
});

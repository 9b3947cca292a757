import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchLighthouse, lookAt, type Report } from './lighthouse/look.ts';
import { newSession } from './lighthouse/new-session.ts';

/**
 * `npm run lighthouse`, and the end of `npm test`: what Lighthouse says of the first page, the sign-in and the app, as on
 * a phone, of the build that the server itself serves; with `BASE_URL`, of one that runs already. The best of up to three
 * looks counts, since a look can only be disturbed to the worse. `CHROMIUM` names the browser. Fails under 95.
 */
const root = join(import.meta.dirname, '..');
const results = join(root, '.cache/results');
const least = 95;
const looks = 3;

const folder = await mkdtemp(join(tmpdir(), 'cuebook-lighthouse-'));
const server = process.env['BASE_URL'] === undefined ? await startServer() : null;
const address = server?.address ?? process.env['BASE_URL'] ?? '';

let passed = 0;
let failed = 0;
try {
  const lighthouse = await fetchLighthouse();
  const pages = [
    ['/', '', null],
    ['/signin', '', null],
    ['/app', ', with groups and prompts', await newSession(address, true)],
    ['/app', ', of somebody new', await newSession(address, false)],
  ] as const;
  for (const [path, whose, session] of pages) {
    const report = await bestLook(() => lookAt(lighthouse, address + path, session));
    const points = Object.entries(report.points).map(([name, score]) => `${name} ${score}`);
    process.stdout.write(`${path}${whose}\n  ${points.join(' · ')}\n  ${report.figures}\n`);
    if (isGood(report)) passed += 1;
    else failed += 1;
  }
} finally {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}
await mkdir(results, { recursive: true });
await writeFile(join(results, 'lighthouse.json'), JSON.stringify({ passed, failed }));
process.exit(failed === 0 ? 0 : 1);

function isGood({ points }: Report): boolean {
  return Object.values(points).every((score) => score >= least);
}

async function bestLook(look: () => Promise<Report>): Promise<Report> {
  const seen: Report[] = [];
  for (let number = 1; number <= looks; number += 1) {
    try {
      const report = await look();
      if (isGood(report)) return report;
      seen.push(report);
    } catch (error) {
      // A browser that was lost has not seen the page: nothing is known of it.
      if (number === looks && seen.length === 0) throw error;
      process.stderr.write(`A look came to nothing: ${String(error)}\n`);
    }
  }
  const worst = ({ points }: Report) => Math.min(...Object.values(points));
  return seen.reduce((best, report) => (worst(report) > worst(best) ? report : best));
}

/** Runs what `npm start` runs, on an empty data directory and a free port. */
async function startServer(): Promise<{ address: string; stop: () => Promise<void> }> {
  const server = spawn(process.execPath, [join(root, 'tools/start.mjs')], {
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /is ready at (\S+)/.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    server.on('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
  return {
    address,
    stop: async () => {
      const gone = new Promise((resolve) => server.on('close', resolve));
      server.kill('SIGTERM');
      await gone;
    },
  };
}

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readyAddress } from '../e2e/fixtures/ready-address.ts';
import { installLighthouse, auditPage, type AuditReport } from './lighthouse/audit-page.ts';
import { createSession } from './lighthouse/create-session.ts';

/**
 * `npm run lighthouse`, and the end of `npm test`: audits the landing page, the sign-in and the app
 * with Lighthouse's phone settings, and fails below 95 points. Starts a server, or uses the one at
 * `BASE_URL`. The best of up to three audits counts: a busy machine only lowers scores. `CHROMIUM`
 * names the browser.
 */
const root = join(import.meta.dirname, '..');
const results = join(root, '.cache/results');
const minScore = 95;
const maxAudits = 3;

const folder = await mkdtemp(join(tmpdir(), 'cuebook-lighthouse-'));
const server = process.env['BASE_URL'] === undefined ? await startServer() : null;
const address = server?.address ?? process.env['BASE_URL'] ?? '';

let passed = 0;
const failures: string[] = [];
try {
  const lighthouse = await installLighthouse();
  const pages = [
    ['/', '', null],
    ['/signin', '', null],
    ['/app', ', with groups and prompts', await createSession(address, true)],
    ['/app', ', new account', await createSession(address, false)],
  ] as const;
  for (const [path, label, session] of pages) {
    const report = await bestAudit(() => auditPage(lighthouse, address + path, session));
    const points = Object.entries(report.points).map(([name, score]) => `${name} ${score}`);
    const text = `${path}${label}\n  ${points.join(' · ')}\n  ${report.figures}`;
    process.stdout.write(`${text}\n`);
    if (isGood(report)) passed += 1;
    else failures.push(`Lighthouse below ${minScore} points: ${text}`);
  }
} finally {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}
await mkdir(results, { recursive: true });
const counts = { passed, failed: failures.length, failures };
await writeFile(join(results, 'lighthouse.json'), JSON.stringify(counts));
process.exit(failures.length === 0 ? 0 : 1);

function isGood({ points }: AuditReport): boolean {
  return Object.values(points).every((score) => score >= minScore);
}

async function bestAudit(audit: () => Promise<AuditReport>): Promise<AuditReport> {
  const reports: AuditReport[] = [];
  for (let number = 1; number <= maxAudits; number += 1) {
    try {
      const report = await audit();
      if (isGood(report)) return report;
      reports.push(report);
    } catch (error) {
      // If the browser crashed, this audit says nothing about the page.
      if (number === maxAudits && reports.length === 0) throw error;
      process.stderr.write(`An audit failed: ${String(error)}\n`);
    }
  }
  const lowestScore = ({ points }: AuditReport) => Math.min(...Object.values(points));
  return reports.reduce((best, report) =>
    lowestScore(report) > lowestScore(best) ? report : best,
  );
}

/** Starts the server as `npm start` does, on an empty data directory and a free port. */
async function startServer(): Promise<{ address: string; stop: () => Promise<void> }> {
  const server = spawn(process.execPath, [join(root, 'tools/start.mjs')], {
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    address: await readyAddress(server),
    stop: async () => {
      const closed = new Promise((resolve) => server.on('close', resolve));
      server.kill('SIGTERM');
      await closed;
    },
  };
}

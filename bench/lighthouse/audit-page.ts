import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { applyCpuTime } from './apply-cpu-time.ts';
import { measureCpuSlowdown } from './cpu-slowdown.ts';

/** Lighthouse's result for a page. */
export interface AuditReport {
  /** Points of each category, out of 100. */
  readonly points: Readonly<Record<string, number>>;
  /** Load times and layout shift, as Lighthouse formats them. */
  readonly figures: string;
}

const version = 'lighthouse@13.5.0';
const auditLabels = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest',
  'total-blocking-time': 'blocked',
  'speed-index': 'speed index',
  'cumulative-layout-shift': 'layout shift',
};
/** Outside of package.json: with its dependencies Lighthouse takes 176 MB. */
const folder = join(import.meta.dirname, '../../.cache/lighthouse');
const run = promisify(execFile);

type Lighthouse = (
  url: string,
  flags: Readonly<Record<string, unknown>>,
) => Promise<{ readonly lhr: LighthouseResult } | undefined>;

/** Installs Lighthouse on first use and imports it. */
export async function installLighthouse(): Promise<Lighthouse> {
  const target = ['--prefix', folder, '--no-save', '--no-package-lock'];
  await run('npm', ['install', ...target, '--no-audit', '--no-fund', '--ignore-scripts', version]);
  const file = join(folder, 'node_modules/lighthouse/core/index.js');
  const { default: lighthouse } = (await import(pathToFileURL(file).href)) as {
    readonly default: Lighthouse;
  };
  return lighthouse;
}

/**
 * Audits a page as on a phone, in a new browser profile. `session` is the JSON that auth-js stores
 * for a signed-in user.
 */
export async function auditPage(
  lighthouse: Lighthouse,
  url: string,
  session: string | null,
): Promise<AuditReport> {
  const workDir = await mkdtemp(join(tmpdir(), 'cuebook-lighthouse-'));
  const profile = join(workDir, 'profile');
  const artifacts = join(workDir, 'artifacts');
  const settings = {
    disableStorageReset: true,
    disableFullPageScreenshot: true,
    throttling: { cpuSlowdownMultiplier: measureCpuSlowdown() },
  };
  try {
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'],
    });
    try {
      if (session !== null) {
        const tab = await browser.newPage();
        await tab.goto(new URL('/config.json', url).href);
        const store = `localStorage.setItem('supabase.auth.token', ${JSON.stringify(session)})`;
        await tab.evaluate(store);
        await tab.close();
      }
      await lighthouse(url, {
        ...settings,
        port: await readDevToolsPort(profile),
        gatherMode: artifacts,
      });
    } finally {
      await browser.close();
    }
    await applyCpuTime(artifacts);
    const result = await lighthouse(url, { ...settings, auditMode: artifacts });
    if (result === undefined) throw new Error('Lighthouse returned no report');
    return toReport(result.lhr);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

/** Waits until the browser has written its DevTools port into the profile, and returns it. */
async function readDevToolsPort(profile: string): Promise<number> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const content = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [, port] = /^(\d+)\n/.exec(content) ?? [];
    if (port !== undefined) return Number(port);
    await pause(50);
  }
  throw new Error('The browser has written no DevTools port');
}

/** The part of Lighthouse's result that is read here. */
interface LighthouseResult {
  readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number }>>;
  readonly audits: Readonly<Record<string, { readonly displayValue?: string }>>;
}

function toReport({ categories, audits }: LighthouseResult): AuditReport {
  const points = Object.values(categories).map(
    ({ title, score }) => [title, Math.round(score * 100)] as const,
  );
  const figures = Object.entries(auditLabels).map(
    ([audit, name]) => `${name} ${audits[audit]?.displayValue ?? '?'}`,
  );
  return { points: Object.fromEntries(points), figures: figures.join(', ') };
}

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { countOwnTime } from './own-time.ts';

/** What Lighthouse says of a page. */
export interface Report {
  /** Each category of 100. */
  readonly points: Readonly<Record<string, number>>;
  /** Times of the load, and how much moved, as Lighthouse writes them. */
  readonly figures: string;
}

const version = 'lighthouse@13.5.0';
const figures = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest',
  'total-blocking-time': 'blocked',
  'speed-index': 'speed index',
  'cumulative-layout-shift': 'moved',
};
/** Git does not know it; with what it needs it is 176 MB. */
const folder = join(import.meta.dirname, '../../.cache/lighthouse');
const run = promisify(execFile);

type Lighthouse = (
  url: string,
  flags: Readonly<Record<string, unknown>>,
) => Promise<{ readonly lhr: Answer } | undefined>;

/** Loads Lighthouse, which npm fetches when it is first asked for. */
export async function fetchLighthouse(): Promise<Lighthouse> {
  const place = ['--prefix', folder, '--no-save', '--no-package-lock'];
  await run('npm', ['install', ...place, '--no-audit', '--no-fund', '--ignore-scripts', version]);
  const file = join(folder, 'node_modules/lighthouse/core/index.js');
  const { default: lighthouse } = (await import(pathToFileURL(file).href)) as {
    readonly default: Lighthouse;
  };
  return lighthouse;
}

/** Looks at a page as on a phone, in a new profile: somebody's first look. `session`: of who is signed in, as the page keeps it. */
export async function lookAt(
  lighthouse: Lighthouse,
  url: string,
  session: string | null,
): Promise<Report> {
  const look = await mkdtemp(join(tmpdir(), 'cuebook-lighthouse-'));
  const profile = join(look, 'profile');
  const gathered = join(look, 'gathered');
  const settings = { disableStorageReset: true, disableFullPageScreenshot: true };
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
      await lighthouse(url, { ...settings, port: await portOf(profile), gatherMode: gathered });
    } finally {
      await browser.close();
    }
    await countOwnTime(gathered);
    const result = await lighthouse(url, { ...settings, auditMode: gathered });
    if (result === undefined) throw new Error('Lighthouse gave no report');
    return toReport(result.lhr);
  } finally {
    await rm(look, { recursive: true, force: true });
  }
}

/** Where the browser of a profile takes commands. It writes that down on its own time, which may be after it has opened. */
async function portOf(profile: string): Promise<number> {
  for (let looked = 0; looked < 600; looked += 1) {
    const written = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [, port] = /^(\d+)\n/.exec(written) ?? [];
    if (port !== undefined) return Number(port);
    await pause(50);
  }
  throw new Error('The browser does not say where it takes commands');
}

/** The part of Lighthouse's own report that is read here. */
interface Answer {
  readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number }>>;
  readonly audits: Readonly<Record<string, { readonly displayValue?: string }>>;
}

function toReport({ categories, audits }: Answer): Report {
  const points = Object.values(categories).map(
    ({ title, score }) => [title, Math.round(score * 100)] as const,
  );
  const said = Object.entries(figures).map(
    ([audit, name]) => `${name} ${audits[audit]?.displayValue ?? '?'}`,
  );
  return { points: Object.fromEntries(points), figures: said.join(', ') };
}

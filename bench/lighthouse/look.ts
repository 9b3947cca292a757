import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
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
const run = promisify(execFile);

/** Runs Lighthouse on this Node; npm fetches it when it is first run. */
async function lighthouse(...parameters: readonly string[]): Promise<void> {
  const command = ['exec', '--yes', `--package=${version}`, '--', 'lighthouse', ...parameters];
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  await run('npm', command, { maxBuffer: 1e8, cwd: tmpdir(), env: { ...process.env, PATH: path } });
}

/** Throws where npm cannot fetch it. */
export async function fetchLighthouse(): Promise<void> {
  try {
    await lighthouse('--version');
  } catch (cause) {
    throw new Error(`npm could not fetch or start ${version}`, { cause });
  }
}

/** Looks at a page as on a phone, in a new profile: somebody's first look. `session`: of who is signed in, as the page keeps it. */
export async function lookAt(url: string, session: string | null): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'cuebook-lighthouse-'));
  const profile = join(folder, 'profile');
  const gathered = join(folder, 'gathered');
  const settings = [
    '--disable-storage-reset',
    '--disable-full-page-screenshot',
    '--no-enable-error-reporting',
    '--quiet',
  ];
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
      const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
      await lighthouse(url, `--port=${port}`, `--gather-mode=${gathered}`, ...settings);
    } finally {
      await browser.close();
    }
    await countOwnTime(gathered);
    const file = join(folder, 'report.json');
    const output = ['--output=json', `--output-path=${file}`];
    await lighthouse(url, `--audit-mode=${gathered}`, ...output, ...settings);
    return toReport(JSON.parse(await readFile(file, 'utf8')) as Answer);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

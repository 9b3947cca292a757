import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

/**
 * `npm run lighthouse`: what Lighthouse says of the first page, the sign-in and the app, as on a phone, of the
 * build that the server itself serves; with `BASE_URL`, of one that runs already. Fetches Lighthouse when it is run;
 * `CHROMIUM` names the browser. Fails under 95.
 */
const root = join(import.meta.dirname, '..');
const lighthouse = 'lighthouse@13.5.0';
const least = 95;
const debuggingPort = 3149;
const pages = ['/', '/signin', '/app'];
const run = promisify(execFile);

interface Report {
  readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number }>>;
  readonly audits: Readonly<Record<string, { readonly displayValue?: string }>>;
}

const folder = await mkdtemp(join(tmpdir(), 'cuebook-lighthouse-'));
const server = process.env['BASE_URL'] === undefined ? await startServer() : null;
const address = server?.address ?? process.env['BASE_URL'] ?? '';

let good = true;
try {
  for (const page of pages) {
    // A new profile each time: a visitor's first look. Only the app is looked at by someone who is signed in.
    const profile = join(folder, page.replaceAll('/', '_'));
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debuggingPort}`],
    });
    if (page === '/app') {
      const tab = await browser.newPage();
      await tab.goto(`${address}/config.json`);
      await tab.evaluate(
        `localStorage.setItem('supabase.auth.token', ${JSON.stringify(await signIn())})`,
      );
      await tab.close();
    }
    const report = await measure(address + page);
    await browser.close();
    const scores = Object.values(report.categories).map(({ title, score }) => {
      const points = Math.round(score * 100);
      good &&= points >= least;
      return `${title} ${points}`;
    });
    const { audits } = report;
    const times = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ]
      .map((audit) => `${audit} ${audits[audit]?.displayValue ?? '?'}`)
      .join(', ');
    process.stdout.write(`${page.padEnd(8)} ${scores.join(' · ')}\n         ${times}\n`);
  }
} finally {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(good ? 0 : 1);

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

async function measure(url: string): Promise<Report> {
  const file = join(folder, 'report.json');
  await run(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${lighthouse}`,
      '--',
      'lighthouse',
      url,
      `--port=${debuggingPort}`,
      '--disable-storage-reset',
      '--no-enable-error-reporting',
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
    ],
    { cwd: folder, maxBuffer: 1e8 },
  );
  return JSON.parse(await readFile(file, 'utf8')) as Report;
}

/** A person with groups and prompts, as a program makes one; gives the session as the page keeps it. */
async function signIn(): Promise<string> {
  const { publishableKey } = await json<{ publishableKey: string }>('/config.json');
  const email = `visitor.${Date.now()}@example.com`;
  const password = 'Prompt-Book-1';
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password, data: { full_name: 'A Visitor' } });
  await json('/auth/v1/signup', { method: 'POST', headers, body });
  const mails = await json<{ to: string; links: string[] }[]>('/dev/mailbox.json');
  await fetch(mails.find(({ to }) => to === email)?.links[0] ?? '', { redirect: 'manual' });
  const session = await json<{ access_token: string }>('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers,
    body,
  });
  const bearer = { ...headers, authorization: `Bearer ${session.access_token}` };
  const store = (table: string, rows: readonly object[]) =>
    fetch(`${address}/rest/v1/${table}`, {
      method: 'POST',
      headers: bearer,
      body: JSON.stringify(rows),
    });
  await store(
    'groups',
    ['Writing', 'Reviews'].map((name) => ({ name, description: `For ${name.toLowerCase()}` })),
  );
  await store(
    'prompts',
    Array.from({ length: 12 }, (_, index) => ({
      title: `Prompt ${index + 1}`,
      content: 'Write about {{topic}}.',
    })),
  );
  return JSON.stringify(session);
}

async function json<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(address + path, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Answer;
}

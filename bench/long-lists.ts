import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect as expectSoon, request, type Page } from '@playwright/test';
import { signInPage, createUser, type SignedInUser } from '../e2e/fixtures/signed-in-user.ts';
import { startServer } from './server-process.ts';
import { promptText } from './prompt-text.ts';

/*
 * Measures the page with a library of 10,000 prompts, in a Chromium whose CPU is throttled four
 * times: opens the library, scrolls to its end, searches and filters. Then opens a prompt of a
 * million characters with 13,000 variables. Prints for each step the time until its content is
 * visible, the longest task of the main thread, and the number of tasks over 200 ms; for a held
 * `j`, the time of each row. Arguments: number of prompts, throttling factor (1: none).
 */
const count = Number(process.argv[2] ?? 10_000);
const throttling = Number(process.argv[3] ?? 4);
const batch = 500;
/** A step may take minutes on a busy machine. */
const expect = expectSoon.configure({ timeout: 120_000 });

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

interface Task {
  /** When it began and ended, in microseconds. */
  readonly start: number;
  readonly end: number;
  /** Its CPU time in milliseconds, throttling included. */
  readonly cpu: number;
}

const longTaskMs = 200;

/**
 * Returns the tasks of the page's main thread with their CPU time, which other load hardly lengthens,
 * and the times at which keys were pressed. Leaves out tasks that the measurement itself causes.
 */
function readTrace(trace: Buffer): { tasks: Task[]; keys: number[] } {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const mainEvents = traceEvents.filter(
    ({ ph, pid, tid }) => ph === 'X' && mainThreads.has(`${pid}/${tid}`),
  );
  const ownEvents = mainEvents.filter(({ args }) => /DevTools/.test(JSON.stringify(args ?? {})));
  const containsOwnEvent = ({ ts, dur = 0, pid, tid }: TraceEvent) =>
    ownEvents.some(
      (each) => each.pid === pid && each.tid === tid && each.ts >= ts && each.ts <= ts + dur,
    );
  const tasks = mainEvents
    .filter((event) => event.name.endsWith('RunTask') && !containsOwnEvent(event))
    .map(({ ts, dur = 0, tdur = 0 }) => ({ start: ts, end: ts + dur, cpu: tdur / 1_000 }));
  const keys = mainEvents
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')
    .map(({ ts }) => ts);
  return { tasks, keys: keys.sort((a, b) => a - b) };
}

function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;
}

/**
 * Holds `j`, as fast as rows are painted, and prints what a row takes: the CPU time of the main
 * thread, and the time from the key until the next paint, which other load does lengthen.
 */
async function holdKey(page: Page, presses: number): Promise<void> {
  // As text: the types of the browser aren't loaded here.
  await page.evaluate(`
    globalThis.durations = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name === 'keydown') durations.push(duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 });
  `);
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  for (let press = 0; press < presses; press++) {
    await page.keyboard.down('j');
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  }
  await page.keyboard.up('j');
  const { tasks, keys } = readTrace(await browser.stopTracing());
  await expect(page.locator(`[data-index="${presses - 1}"] a`)).toBeFocused();
  const cpu = keys.map((key, index) => {
    const next = keys[index + 1] ?? Infinity;
    return tasks
      .filter(({ start, end }) => end > key && end <= next && start < next)
      .reduce((sum, task) => sum + task.cpu, 0);
  });
  const painted = await page.evaluate<number[]>('durations');
  const [half, most] = [percentile(cpu, 0.5), percentile(cpu, 0.95)].map(Math.round);
  console.log(
    `\nA held j, ${presses} rows: CPU of the main thread ${half} ms a row (median), ${most} ms (p95); ` +
      `until painted ${percentile(painted, 0.5)} ms (median), ${percentile(painted, 0.95)} ms (p95)`,
  );
}

const rows = (page: Page) => page.getByRole('list', { name: 'Library' }).getByRole('listitem');

/** Scrolls until the last row is visible, and returns the list's announced number of rows. */
async function scrollToEnd(page: Page): Promise<number> {
  await rows(page).first().hover();
  for (;;) {
    await page.mouse.wheel(0, 4_000);
    const last = rows(page).last();
    const [position, size] = await last.evaluate((row) => [
      Number(row.getAttribute('aria-posinset')),
      Number(row.getAttribute('aria-setsize')),
    ]);
    if (position === size && size !== undefined && size % 50 !== 0) return size;
    if (position === size && size !== undefined && size >= count) return size;
  }
}

async function createLibrary(mary: SignedInUser): Promise<string> {
  for (let from = 0; from < count; from += batch) {
    const prompts = Array.from({ length: Math.min(batch, count - from) }, (_, index) => {
      const { title, content, description, tags } = promptText(from + index);
      return { title, content, description, tags };
    });
    await mary.api.insert('prompts', prompts);
  }
  const variables = Array.from(
    { length: 13_000 },
    (_, number) => `Line ${number} uses {{value ${number}}} once.\n`,
  ).join('');
  const content = variables + 'The rest is plain. '.repeat(20_000);
  return mary.api.prompt({ title: 'The long one', content: content.slice(0, 999_000) });
}

async function measure(page: Page, long: string): Promise<void> {
  async function step(name: string, action: () => Promise<unknown>): Promise<void> {
    await browser.startTracing(page, { categories: ['toplevel'] });
    const start = performance.now();
    await action();
    const milliseconds = performance.now() - start;
    // Tasks that the end of this step has caused still belong to it.
    await page.waitForTimeout(500);
    const tasks = readTrace(await browser.stopTracing()).tasks.map(({ cpu }) => cpu);
    const longest = Math.round(Math.max(0, ...tasks));
    const long = tasks.filter((task) => task > longTaskMs).length;
    console.log(`| ${name} | ${Math.round(milliseconds)} ms | ${longest} ms | ${long} |`);
  }
  const search = page.getByRole('searchbox');
  await step('open the library', async () => {
    await page.goto('/app/library', { waitUntil: 'commit' });
    await rows(page).first().waitFor();
  });
  await step(`scroll through all ${count + 1}`, async () => {
    expect(await scrollToEnd(page)).toBe(count + 1);
  });
  await step('search for words', async () => {
    await search.pressSequentially('subject lines', { delay: 60 });
    await expect(rows(page).first()).toContainText(/subject lines/i);
  });
  await step('filter by a tag', async () => {
    await search.fill('tag:teaching code for errors');
    await expect(rows(page).first()).toContainText(/code for errors/i);
  });
  await step('clear the search', async () => {
    await search.fill('');
    await expect(rows(page).first()).toContainText('The long one');
  });
  await step('open a prompt of a million characters', async () => {
    await page.getByRole('link', { name: 'The long one' }).click();
    await page.getByRole('region', { name: 'Prompt' }).waitFor();
  });
  await step('open its editor', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Content').waitFor();
  });
  await step('type a word in it', async () => {
    await page.getByLabel('Content').press('End');
    await page.getByLabel('Content').pressSequentially('prompt', { delay: 60 });
  });
  await step('save it', async () => {
    await page.getByRole('button', { name: 'Update Prompt' }).click();
    await expect(page.getByText('Version 2', { exact: true })).toBeVisible();
  });
  await step('open the library again', async () => {
    await page.goto('/app/library', { waitUntil: 'commit' });
    await rows(page).first().waitFor();
  });
  await page.goto(`/app/prompts/${long}`);
  await step('fill in its 13,000 variables', async () => {
    await page.getByRole('button', { name: 'Fill in and copy' }).click();
    await page.getByRole('button', { name: 'Copy prompt' }).waitFor();
  });
  await page.goto('/app/library');
  await rows(page).first().waitFor();
  await holdKey(page, 200);
}

const dataDir = mkdtempSync(join(tmpdir(), 'cuebook-lists-'));
const server = await startServer(dataDir, 'warn');
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const baseURL = `http://127.0.0.1:${server.port}`;
  const api = await request.newContext({ baseURL });
  const mary = await createUser(api, 'Mary');
  const long = await createLibrary(mary);
  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(120_000);
  await signInPage(page, mary);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  console.log(`Chromium, CPU throttled ${throttling} times; load of the machine ${load}\n`);
  console.log(
    '| step | until visible | longest task | over 200 ms |\n| --- | ---: | ---: | ---: |',
  );
  await measure(page, long);
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

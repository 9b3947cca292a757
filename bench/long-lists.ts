import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect as expectSoon, request, type Page } from '@playwright/test';
import { signInPage } from '../e2e/fixtures/context-pool.ts';
import { chooseServerKeys } from '../e2e/fixtures/server-keys.ts';
import { createUser, type SignedInUser } from '../e2e/fixtures/signed-in-user.ts';
import { startServer } from './server-process.ts';
import { promptText } from './prompt-text.ts';
import { machineLoad } from './report.ts';

/*
 * Measures the page with a library of 10,000 prompts, in a Chromium whose CPU is throttled four
 * times: opens the library, scrolls to its end, searches and filters. Then opens a prompt of a
 * million characters with 13,000 variables. Prints for each step the time until its content is
 * visible, the longest task of the main thread, and the number of tasks over 200 ms. Arguments:
 * number of prompts, throttling factor (1: none).
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
  readonly args?: { readonly name?: string };
}

const longTaskMs = 200;

/**
 * Returns the tasks of the page's main thread in milliseconds of CPU time, throttling included, so
 * that other load doesn't lengthen them. Leaves out tasks that the measurement itself causes.
 */
function readTasks(trace: Buffer): number[] {
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
  return mainEvents
    .filter((event) => event.name.endsWith('RunTask') && !containsOwnEvent(event))
    .map(({ tdur = 0 }) => tdur / 1_000);
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
    const tasks = readTasks(await browser.stopTracing());
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
}

const dataDir = mkdtempSync(join(tmpdir(), 'cuebook-lists-'));
const server = await startServer(dataDir, 'warn', chooseServerKeys());
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
  console.log(`Chromium, CPU throttled ${throttling} times; ${machineLoad()}\n`);
  console.log(
    '| step | until visible | longest task | over 200 ms |\n| --- | ---: | ---: | ---: |',
  );
  await measure(page, long);
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

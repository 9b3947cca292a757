import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { processorMs } from '#server/http/caller/address-rates.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { createLog } from '#server/log.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { buildLivePages } from './live-pages.ts';

async function openPages(render: (options: { origin: string }) => Promise<string>) {
  const test = await createTestDatabase();
  onTestFinished(() => test.drop());
  const page = { key: '', pages: [], hasDocument: () => true, render };
  const pages = buildLivePages({
    database: test.database,
    readBuild: () => Promise.resolve(page),
    // Each request gets a page of its own, as with different cursors.
    configFor: (origin) => ({ url: origin }) as never,
    pageFolder: '/nowhere',
    brand: 'Test',
    log: createLog('error', () => {}),
    signFile: () => Promise.resolve(''),
  });
  const app = new Hono<HttpEnv>()
    .use(async (c, next) => {
      c.set('clientAddress', c.req.header('x-address') ?? '');
      await next();
    })
    .route('/', pages);
  return (address: string, host: string) =>
    app.request(`http://${host}.example/templates`, { headers: { 'x-address': address } });
}

it('renders one page at a time, in turns, and refuses more than fifty that wait', async () => {
  let rendering = 0;
  let atOnce = 0;
  const rendered: string[] = [];
  const released = Promise.withResolvers<void>();
  const open = await openPages(async ({ origin }) => {
    rendering += 1;
    atOnce = Math.max(atOnce, rendering);
    await released.promise;
    rendering -= 1;
    rendered.push(origin);
    return origin;
  });
  const refused: number[] = [];
  const flood = Array.from({ length: 80 }, async (_, n) => {
    const { status } = await open('192.0.2.1', `flood${n}`);
    if (status !== 200) refused.push(status);
  });
  // One is being rendered.
  await expect.poll(() => refused).toEqual(Array.from({ length: 29 }, () => 503));
  const visitor = open('192.0.2.2', 'visitor');
  await expect.poll(() => refused).toHaveLength(30);
  released.resolve();

  expect((await visitor).status).toBe(200);
  await Promise.all(flood);
  expect(atOnce).toBe(1);
  expect(rendered[1]).toContain('visitor');
  expect(rendered).toHaveLength(51);
});

it('renders nothing for an address that used its share of the processor', async () => {
  const times: number[] = [];
  const open = await openPages(({ origin }) => {
    times.push(performance.now());
    const end = processorMs() + 350;
    while (processorMs() < end);
    return Promise.resolve(origin);
  });
  await Promise.all(['one', 'two'].map(async (host) => open('192.0.2.1', host)));
  const [first = 0, second = 0] = times;
  expect(second - first).toBeGreaterThan(700);
});

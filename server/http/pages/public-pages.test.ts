import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { createBuildReader } from './page-renderer.ts';
import { buildPublicPages } from './public-pages.ts';

let folder: string;
let app: ReturnType<typeof buildPublicPages>;

/** A renderer as the build leaves it, which says what it was asked. */
const renderer = `
export const pages = [
  { path: '/', title: null, description: 'What it is.' },
  { path: '/pricing', title: 'Pricing', description: 'What it costs.' },
];
let drawn = 0;
export const render = ({ template, path, config, origin, preloads }) =>
  template + '|' + path + '|' + config.brand.name + '|' + origin + preloads + '|' + ++drawn;`;

const files =
  '{"preloads":{"/signin":["assets/a.js"],"/app/*":["assets/b.js"]},"publicScript":"assets/c.js"}';

const configFor = (origin: string) =>
  // Only what is read here.
  ({ url: origin, brand: { name: 'Ours' } }) as RuntimeConfig;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuebook-pages-'));
  await mkdir(join(folder, 'renderer'));
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'renderer/render.js'), renderer);
  await writeFile(join(folder, 'renderer/files.json'), files);
  await writeFile(join(folder, 'renderer/package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'dist/index.html'), 'TEMPLATE');
  app = buildPublicPages({ readBuild: createBuildReader(join(folder, 'dist')), configFor });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(`http://prompts.example${path}`, { headers });

describe('GET a document of the page', () => {
  it('is rendered once per address and installation, and revalidated each time', async () => {
    const first = await get('/pricing');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('content-type')).toContain('text/html');
    const text = await first.text();
    expect(text).toMatch(/^TEMPLATE\|\/pricing\|Ours\|http:\/\/prompts\.example\|\d+$/);
    expect(await (await get('/pricing')).text()).toBe(text);
  });

  it('is shared by all addresses inside the app, and by all unknown addresses', async () => {
    const texts = await Promise.all(
      ['/app/library', '/app/prompts/one'].map(async (path) => (await get(path)).text()),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('|/app/*|');
    expect(texts[0]).toContain('assets/b.js');
    expect(await (await get('/p/anything')).text()).toBe(await (await get('/signup')).text());
    expect(await (await get('/nowhere')).text()).toContain('|*|');
    expect(await (await get('/nowhere')).text()).toBe(await (await get('/elsewhere')).text());
  });

  it('has status 404 for an unknown address', async () => {
    const paths = [
      '/',
      '/signup',
      '/auth/callback',
      '/app',
      '/app/prompts/one',
      '/nowhere',
      '/apps',
    ];
    const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 404, 404]);
  });

  it('with a trailing slash redirects to the address without, never to another site', async () => {
    const led = async (path: string) => {
      const { status, headers } = await get(path);
      return [status, headers.get('location')];
    };
    expect(await led('/pricing/')).toEqual([308, '/pricing']);
    expect(await led('/app/library//?q=tea&tag=a%2Fb')).toEqual([
      308,
      '/app/library?q=tea&tag=a%2Fb',
    ]);
    expect(await led('/p/one/')).toEqual([308, '/p/one']);
    expect(await led('/app/privacy/')).toEqual([308, '/app/privacy']);
    expect(await led('//app/')).toEqual([308, '/app']);
    for (const path of ['//evil.example/', '/%5Cevil.example/', '/\\evil.example/', '//', '/x/']) {
      expect([path, ...(await led(path))]).toEqual([path, 404, null]);
    }
    expect(await led('/')).toEqual([200, null]);
    expect(await led('//evil.example/app/')).toEqual([404, null]);
    expect(await led('///app/x/')).toEqual([308, '/app/x']);
  });

  it('of a public page preloads its scripts', async () => {
    expect(await (await get('/signin')).text()).toContain('assets/a.js');
    expect(await (await get('/app')).text()).not.toContain('assets/a.js');
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('goes out for accept-encoding %s as %s', async (accepted, encoding) => {
    const response = await get('/', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const body = Buffer.from(await response.arrayBuffer());
    const plain =
      encoding === 'br'
        ? brotliDecompressSync(body)
        : encoding === 'gzip'
          ? gunzipSync(body)
          : body;
    expect(plain.toString()).toMatch(/^TEMPLATE\|\/\|/);
  });

  it('is rendered by the new build once that is complete', async () => {
    await get('/');
    // A build replaces the template first, then the module, and lists the files last.
    await rm(join(folder, 'renderer/files.json'));
    await writeFile(join(folder, 'dist/index.html'), 'REBUILT');
    expect(await (await get('/')).text()).toBe('REBUILT');
    await writeFile(
      join(folder, 'renderer/render.js'),
      renderer.replace('template +', "'NEW ' + template +"),
    );
    await writeFile(join(folder, 'renderer/files.json'), files);
    expect(await (await get('/')).text()).toMatch(/^NEW REBUILT\|/);
  });
});

it.each([
  ['/app/privacy', '/privacy'],
  ['/app/terms', '/terms'],
  ['/app/pricing', '/pricing'],
  ['/app/learn', '/techniques'],
])('%s leads to %s', async (path, to) => {
  const response = await get(path);
  expect([response.status, response.headers.get('location')]).toEqual([302, to]);
});

it('serves robots.txt, sitemap.xml and llms.txt', async () => {
  const robots = await (await get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /auth/v1/');
  expect(robots).toContain('Sitemap: http://prompts.example/sitemap.xml');
  const map = await get('/sitemap.xml');
  expect(map.headers.get('content-type')).toContain('xml');
  expect(await map.text()).toContain('<loc>http://prompts.example/pricing</loc>');
  const guide = await (await get('/llms.txt')).text();
  expect(guide).toMatch(/^# Ours\n/);
  expect(guide).toContain('- [Pricing](http://prompts.example/pricing): What it costs.');
});

it('buildPublicPages calls the next handler when the page is not built', async () => {
  const readBuild = createBuildReader(join(folder, 'nowhere', 'dist'));
  const bare = buildPublicPages({ readBuild, configFor });
  expect((await bare.request('http://prompts.example/')).status).toBe(404);
});

import { describe, expect, test } from 'vitest';
import { defaultPasswordRules } from '#contract/password-rules.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { pages, render } from './render.tsx';

const paths = pages.map(({ path }) => path);

const template = `<!doctype html>
<html lang="en">
  <head>
    <title>Cuebook</title>
    <meta
      name="description"
      content="Generic"
    />
    <link rel="preload" href="/config.json" as="fetch" crossorigin />
    <script src="/first-paint.js"></script>
    <script type="module" crossorigin src="/assets/start-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/kit-1.js">
    <link rel="stylesheet" crossorigin href="/assets/start-1.css">
  </head>
  <body>
    <noscript>This page needs JavaScript.</noscript>
    <div id="root"></div></body>
</html>`;

const config: RuntimeConfig = {
  url: 'https://prompts.example.com',
  publishableKey: 'sb_publishable_x',
  brand: {
    name: 'Prompts & <Co>',
    logoUrl: null,
    officialAccount: { id: '1', name: 'Prompts' },
  },
  signIn: {
    flow: 'implicit',
    provider: null,
    signUp: true,
    passwordRules: defaultPasswordRules,
  },
  links: { tutorial: null, feedback: null, contactSync: null },
  avatarSource: null,
  flags: { versionHistoryBadge: true, payments: false, localMailbox: false },
  payments: null,
};

function page(path: string, change: Partial<RuntimeConfig> = {}): string {
  return render({
    template,
    path,
    config: { ...config, ...change },
    origin: config.url,
    preloads: ['assets/route-1.js'],
  });
}

describe.each(paths)('%s', (path) => {
  const html = page(path);

  test('is complete before any script runs', () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<main.*<footer/s);
  });

  test("escapes the site's name in its title", () => {
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]*Prompts &amp; &lt;Co&gt;/);
    expect(html).not.toContain('<Co>');
    expect(html).not.toContain('Generic');
    expect(html).not.toContain('Cuebook');
  });

  test('has a canonical link, a description and a preview image', () => {
    expect(html).toContain(`<link rel="canonical" href="${config.url}${path}">`);
    expect(html).toMatch(/<meta name="description" content="[^"]{50,170}">/);
    expect(html).toContain(`content="${config.url}/preview.png"`);
  });

  test('contains nothing that the content security policy refuses', () => {
    expect(html).not.toMatch(/\sstyle="|<style|\son\w+="|<script>/);
  });
});

test('public pages have different titles and descriptions', () => {
  for (const part of [/<title>.*?<\/title>/, /<meta name="description"[^>]*>/]) {
    expect(new Set(paths.map((path) => part.exec(page(path))?.[0])).size).toBe(paths.length);
  }
});

test('public pages start the app only if it adds something, and prefetch it otherwise', () => {
  expect(page('/')).not.toContain('<script type="module"');
  expect(page('/')).not.toMatch(/rel="(module)?preload"/);
  // A template asks for nothing by itself (public/first-paint.js).
  expect(page('/')).toMatch(
    /<template id="later">.*rel="prefetch" as="script" crossorigin href="\/assets\/start-1.js".*<\/template>/,
  );
  expect(page('/')).toContain('<link rel="stylesheet" crossorigin href="/assets/start-1.css">');
  expect(page('/techniques')).toContain('<script type="module"');
});

test('the landing page shows its sections in the specified order', () => {
  const html = page('/');
  const order = [
    'Every prompt you write',
    'How it works',
    'Content creation',
    'id="features"',
    'id="techniques"',
    'Get started in a minute',
    'aria-label="Footer"',
  ].map((part) => html.indexOf(part));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  for (const use of [
    'Content creation',
    'Marketing',
    'Data analysis',
    'Customer support',
    'Research',
    'Software development',
  ]) {
    expect(html).toContain(`>${use}</h3>`);
  }
  for (const link of ['/app/privacy', '/app/terms', '/app/pricing', '/app/learn']) {
    expect(html).toContain(`href="${link}"`);
  }
});

test('/pricing shows the plan, and an upgrade link only if payments are on', () => {
  const free = page('/pricing');
  for (const text of [
    'Premium Plan',
    '$39',
    'per year',
    'less than $0.11 per day',
    'MOST POPULAR',
    'Currently Free',
    'No payment required',
  ]) {
    expect(free).toContain(text);
  }
  expect(free.match(/<li/g)?.length).toBeGreaterThanOrEqual(6);
  expect(free).toMatch(/<button[^>]*disabled=""[^>]*>Currently Free/);
  expect(free).not.toContain('Upgrade');
  const flags = { ...config.flags, payments: true };
  const paid = page('/pricing', { flags });
  expect(paid).toMatch(/<a [^>]*href="\/app\/upgrade"[^>]*>Upgrade/);
  expect(paid).not.toContain('Currently Free');
});

test('/why-free lists the paid services', () => {
  const html = page('/why-free');
  expect(html).toMatch(/<h1[^>]*>Why Free\?</);
  expect(html).toMatch(/democrati[sz]e AI development/i);
  for (const service of ['Custom AI development', 'White-label version', 'App idea engine']) {
    expect(html).toContain(service);
  }
  expect(html).toMatch(/App idea engine.{0,200}Coming soon/s);
});

test('/privacy mentions the contact list only if there is one', () => {
  expect(page('/privacy')).not.toContain('contact list');
  const links = { ...config.links, contactSync: 'https://crm.example/hook' };
  expect(page('/privacy', { links })).toContain('contact list');
});

test('only pages that need JavaScript have a notice for visitors without it', () => {
  for (const path of paths) expect(page(path)).not.toContain('noscript');
  for (const path of ['/signin', '/app', '/app/*', '']) {
    expect(page(path)).toContain('<noscript>This page needs JavaScript.</noscript>');
  }
  expect(page('*')).toMatch(/<noscript>There is no page at this address\..*<\/noscript>/);
  expect(page('*')).not.toContain('needs JavaScript');
});

test("other addresses get the page that starts the app, under the site's name", () => {
  const html = page('/signup');
  expect(html).toContain('<div id="root"></div>');
  expect(html).toContain('<script type="module"');
  expect(html).toContain('<title>Prompts &amp; &lt;Co&gt;</title>');
  expect(html).toContain('content="Generic"');
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/route-1.js"></head>');
});

test('pages that need the app have an inert loading page', () => {
  for (const [path, shownTo] of [
    ['/app', 'not-in-signed-in:hidden'],
    ['/app/*', 'not-in-signed-in:hidden'],
    ['/signin', 'in-signed-in:hidden'],
  ] as const) {
    const html = page(path);
    const body = /<div id="root">(.*)<\/div><\/body>/s.exec(html)?.[1] ?? '';
    expect(body).toContain(shownTo);
    // Screen readers announce that it loads, and skip its placeholders.
    expect(body).toMatch(
      /class="before-fonts [^"]*"><output aria-label="Loading"[^>]*>Loading<\/output><div aria-hidden="true" inert="">/,
    );
    expect(html).not.toMatch(/\sstyle="|<style|\son\w+="|<script>/);
    expect(html).toContain('<script type="module" fetchpriority="low" crossorigin');
    expect(html).toContain(
      'rel="modulepreload" fetchpriority="low" crossorigin href="/assets/route-1.js"',
    );
  }
});

test('only the dashboard lists URLs to prefetch, without a user', () => {
  const html = page('/app');
  const written = /<meta name="prefetch-urls" content="([^"]*)">/.exec(html)?.[1] ?? '';
  const { key, urls } = JSON.parse(written.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as {
    key: string;
    urls: string[];
  };
  expect(key).toBe(config.publishableKey);
  expect(urls.map((url) => new URL(url).pathname)).toEqual(['/rest/v1/groups', '/rest/v1/prompts']);
  for (const url of urls) {
    expect(url).toMatch(/^https:\/\/prompts\.example\.com\/.*&user_id=eq\.user-id&/);
  }
  expect(html.indexOf('prefetch-urls')).toBeLessThan(html.indexOf('first-paint.js'));
  for (const path of ['/', '/signin', '/app/*', '/signup']) {
    expect(page(path)).not.toContain('prefetch-urls');
  }
});

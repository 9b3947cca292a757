import { describe, expect, test } from 'vitest';
import { defaultPasswordRules } from '#contract/password-rules.ts';
import type { PageContent, PublicPrompt } from '#contract/public-pages.ts';
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
    passkeys: true,
    passwordRules: defaultPasswordRules,
  },
  links: { tutorial: null, feedback: null, contact: null, contactSync: null },
  avatarSource: null,
  flags: {
    versionHistoryBadge: true,
    payments: false,
    localMailbox: false,
    privateWebhooks: false,
  },
  payments: null,
};

function page(path: string, change: Partial<RuntimeConfig> = {}, content?: PageContent): string {
  return render({
    ...(content ? { content } : {}),
    template,
    path,
    config: { ...config, ...change },
    origin: config.url,
    preloads: ['assets/route-1.js'],
    publicScript: 'assets/public-1.js',
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

test('public pages load one script of their own, and nothing of the app', () => {
  for (const path of paths) {
    const html = page(path);
    expect(html.match(/<script[^>]*>/g)).toEqual([
      '<script src="/first-paint.js">',
      '<script type="module" crossorigin src="/assets/public-1.js">',
    ]);
    expect(html).not.toMatch(/rel="(?:module)?preload"|rel="prefetch"/);
    expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/start-1.css">');
  }
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

test('no page offers a sign-up where it is off, and / says how to get an invitation', () => {
  const signIn = { ...config.signIn, signUp: false };
  for (const path of paths) expect(page(path, { signIn })).not.toContain('href="/signup');
  expect(page('/')).toContain('href="/signup');
  expect(page('/', { signIn })).toContain('Get an invitation');
});

test('/techniques has twenty reasons, and leads each technique into the app', () => {
  const html = page('/techniques');
  expect(html.match(/Why it works/g)).toHaveLength(20);
  expect(html.match(/href="\/app\/techniques\?use=[a-z-]+"/g)).toHaveLength(20);
  expect(html).toContain('href="/app/techniques?use=role-playing"');
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

const prompt: PublicPrompt = {
  id: '00000000-0000-4000-8000-000000000001',
  title: 'Cover letter',
  description: 'For any job',
  content: 'Write to {{company}} about {{role:a role}}.',
  tags: ['work'],
  category: 'Career',
  icon: null,
  version: 2,
  updatedAt: '2026-01-02T03:04:05Z',
  author: { id: '2', name: 'Ann', avatarUrl: 'https://elsewhere.example/pixel.png' },
  favoritesCount: 1,
  forksCount: 2,
  commentsCount: 3,
  included: [],
  files: [],
};
const address = `/p/${prompt.id}`;
const promptPage = (change: Partial<PublicPrompt>) =>
  page(address, {}, { kind: 'prompt', prompt: { ...prompt, ...change } });

describe('/p/{id}', () => {
  test('has the texts that the prompt includes', () => {
    const id = '00000000-0000-4000-8000-00000000000a';
    const text = { ref: id, id, version: 1, title: 'Voice', isPublic: true, gap: null };
    const html = promptPage({
      content: `Hello. {{> ${id} tone="dry"}} {{> ${id}@2}}`,
      included: [{ ...text, content: 'Be {{tone}}.' }],
    });
    expect(html).toContain('Hello. Be dry. {{&gt; missing prompt}}');
    expect(html).not.toContain(id);
  });

  test('is complete before any script runs, and starts the app only for signed-in users', () => {
    const html = promptPage({});
    expect(html).toMatch(/<h1.*Cover letter.*<\/h1>/s);
    expect(html).toContain('{{company}}');
    expect(html.match(/data-variable="/g)).toHaveLength(2);
    expect(html).toContain('placeholder="a role"');
    expect(html).toContain('Keep it in your library');
    expect(html).toContain(`href="/signup?redirect=${encodeURIComponent(`${address}?fork`)}"`);
    expect(html).toContain('Sign in to fork');
    // No picture of another site, no inline style.
    expect(html).not.toMatch(/elsewhere\.example|\sstyle="|<style|\son\w+="|<script>/);
    const started = html.replaceAll(/<template id="app-scripts">.*?<\/template>/gs, '');
    expect(started.match(/<script/g)).toHaveLength(2);
    expect(started).not.toContain('start-1.js');
    expect(html).toMatch(/<template id="app-scripts">\s*<link.*start-1\.js.*<\/template>/s);
  });

  test('names itself for search engines and link previews', () => {
    const html = promptPage({ description: 'For any\n\njob' });
    expect(html).toContain('<title>Cover letter · Prompts &amp; &lt;Co&gt;</title>');
    expect(html).toContain('<meta name="description" content="For any job">');
    expect(html).toContain('<meta property="og:title" content="Cover letter">');
    expect(html).toContain(`<meta property="og:url" content="${config.url}${address}">`);
    expect(html).toContain(`<link rel="canonical" href="${config.url}${address}">`);
    expect(html).toContain(`content="${config.url}${address}/preview.png"`);
    const start = promptPage({ description: '', content: `Write ${'very '.repeat(100)}much` });
    expect(start).toMatch(/<meta name="description" content="Write (very )+very…">/);
  });

  test('escapes markup in every field', () => {
    const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)></title>$& $' $\``;
    const html = promptPage({
      title: attack,
      description: attack,
      content: `${attack} {{x|choice:<b>,"}} {{y:"><script>}}`,
      tags: [attack],
      category: attack,
      icon: '<b>',
      author: { ...prompt.author, name: attack },
    });
    expect(html).not.toMatch(/<script>|<img src=x|<b>/);
    expect(html.match(/<\/title>/g)).toHaveLength(1);
    expect(html).toContain('$&amp; $');
  });

  test('survives huge titles and texts', () => {
    const html = promptPage({
      title: 'Wide '.repeat(10_000),
      content: `${'{{a b c}} '.repeat(30_000)}${Array.from({ length: 60 }, (_, i) => `{{v${i}}}`).join('')}`,
    });
    expect(html).toContain('Only the first 50 variables can be filled in here.');
    expect(html.match(/<span/g)?.length).toBeLessThan(2_200);
  });

  test('is not listed while it is missing or the database is away', () => {
    for (const kind of ['missing', 'unavailable'] as const) {
      const html = page(address, {}, { kind });
      expect(html).toContain('<meta name="robots" content="noindex">');
      expect(html).not.toContain('app-scripts');
      expect(html).toMatch(/<h1/);
    }
  });
});

test('/explore links to each prompt and to the next page', () => {
  const listed = { ...prompt, isCut: false };
  const next = '2026-01-02T03:04:05+00:00~00000000-0000-4000-8000-000000000001';
  const html = page(
    '/explore',
    {},
    { kind: 'explore', prompts: [listed], query: '', isContinued: false, next },
  );
  expect(html).toContain(`href="${address}"`);
  expect(html).toContain(`href="/explore?${new URLSearchParams({ after: next }).toString()}"`);
  expect(html).toMatch(/<details.*Read and fill in.*<\/details>/s);
  expect(html).not.toContain('noindex');
  const later = page(
    '/explore',
    {},
    { kind: 'explore', prompts: [], query: '', isContinued: true, next: null },
  );
  expect(later).toContain('No older prompts');
  expect(later).toContain('noindex');
});

test('/why-free gives a way to ask for each service, if there is one', () => {
  expect(page('/why-free')).not.toContain('Ask about it');
  const ask = (links: Partial<RuntimeConfig['links']>) =>
    page('/why-free', { links: { ...config.links, ...links } });
  expect(ask({ contact: 'hello@example.com' })).toContain(
    'href="mailto:hello@example.com?subject=White-label%20version"',
  );
  expect(ask({ feedback: 'https://forms.example' }).match(/Ask about it/g)).toHaveLength(3);
});

test('/explore shows what was searched for, as text, and keeps it on the next page', () => {
  const query = '"><b>$& & co';
  const content = { kind: 'explore', query, isContinued: false } as const;
  const listed = { ...prompt, isCut: false };
  const html = page('/explore', {}, { ...content, prompts: [listed], next: 'x' });
  expect(html).not.toContain('<b>$');
  expect(html).toContain('value="&quot;&gt;&lt;b&gt;$&amp; &amp; co"');
  expect(html).toContain(
    `href="/explore?${new URLSearchParams({ q: query, after: 'x' }).toString().replaceAll('&', '&amp;')}"`,
  );
  expect(html).toContain('noindex');
  const nothing = page('/explore', {}, { ...content, prompts: [], next: null });
  expect(nothing).toContain('No prompts found');
});

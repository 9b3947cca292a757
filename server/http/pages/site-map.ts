import type { PublicPageInfo } from '#contract/public-pages.ts';

/** Returns robots.txt, which excludes the APIs and the mailbox. */
export function robots(origin: string): string {
  const disallowed = ['/auth/v1/', '/rest/v1/', '/dev/', '/payments/', '/webhooks/'];
  return [
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

export function siteMap(origin: string, pages: readonly PublicPageInfo[]): string {
  const entries = pages.map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** Returns llms.txt: what the site is and where to read more (llmstxt.org). */
export function guide(name: string, origin: string, pages: readonly PublicPageInfo[]): string {
  const lines = pages.map(
    ({ path, title, description }) => `- [${title ?? name}](${origin}${path}): ${description}`,
  );
  return [
    `# ${name}`,
    '',
    '> Keep the prompts you work with.',
    '',
    '## Pages',
    '',
    ...lines,
    '',
  ].join('\n');
}

import type { PublicPageFacts } from '#contract/public-pages.ts';

/** What robots are told: the protocols and the mailbox are not for them. */
export function robots(origin: string): string {
  const closed = ['/auth/v1/', '/rest/v1/', '/dev/', '/payments/', '/webhooks/'];
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** The public pages of an installation. */
export function siteMap(origin: string, pages: readonly PublicPageFacts[]): string {
  const entries = pages.map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** The same for programs that read: what the site is, and where it says more (llmstxt.org). */
export function guide(name: string, origin: string, pages: readonly PublicPageFacts[]): string {
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

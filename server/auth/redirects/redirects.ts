import { loopbackHosts } from '#contract/loopback-hosts.ts';

/** The allow-list of redirect targets for mailed links and sign-ins. */
export interface Redirects {
  /** Returns the requested URL if it is allowed, else the site's. It never has a fragment. */
  resolve(requested: string | undefined): string;
}

/** Returns the site's origins. An installation on loopback has one for each loopback name. */
export function siteOrigins(site: URL): ReadonlySet<string> {
  if (!loopbackHosts.includes(site.hostname)) return new Set([site.origin]);
  const port = site.port === '' ? '' : `:${site.port}`;
  return new Set(loopbackHosts.map((name) => `${site.protocol}//${name}${port}`));
}

/** Compiles a glob as GoTrue does: `*` and `?` stop at dots and slashes, `**` crosses them. */
function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replace(/[$()+.[\\\]^{|}]/g, String.raw`\$&`);
  });
  return new RegExp(`^${source}$`);
}

/** Schemes whose URLs run or show content instead of loading another site. */
const forbiddenSchemes = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:'];

/**
 * Creates the allow-list: everything on the site's origin, and URLs that match one of `patterns`
 * (REDIRECT_URLS). It compares and returns the parsed URL, so that a browser parses it alike.
 */
export function createRedirects(siteUrl: string, patterns: readonly string[]): Redirects {
  const origins = siteOrigins(new URL(siteUrl));
  const allowedPatterns = patterns.map(globToRegExp);

  function isAllowed(url: URL): boolean {
    if (forbiddenSchemes.includes(url.protocol)) return false;
    if (url.username !== '' || url.password !== '') return false;
    if (origins.has(url.origin)) return true;
    const withoutSlash = url.href.replace(/\/$/, '');
    return allowedPatterns.some((pattern) => pattern.test(url.href) || pattern.test(withoutSlash));
  }

  return {
    resolve(requested) {
      const url = requested === undefined ? null : URL.parse(requested);
      if (url === null) return siteUrl;
      url.hash = '';
      return isAllowed(url) ? url.href : siteUrl;
    },
  };
}

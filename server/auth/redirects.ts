/** Where links in mails and sign-ins may lead. */
export interface Redirects {
  /** The address asked for when it is allowed, else the site itself. Never has a fragment. */
  allowed(asked: string | undefined): string;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** An installation on this machine answers under each of its names. */
function originsOf(site: URL): ReadonlySet<string> {
  if (!loopbackNames.includes(site.hostname)) return new Set([site.origin]);
  const port = site.port === '' ? '' : `:${site.port}`;
  return new Set(loopbackNames.map((name) => `${site.protocol}//${name}${port}`));
}

/** `*` and `?` stay within one part of a name or a path, `**` crosses them, as in GoTrue. */
function patternOf(glob: string): RegExp {
  const source = glob.replace(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replace(/[$()+.[\\\]^{|}]/g, String.raw`\$&`);
  });
  return new RegExp(`^${source}$`);
}

/** Schemes whose addresses run or show content instead of leading somewhere. */
const neverFollowed = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:'];

/**
 * The allow-list of {@link Redirects}: everything on the site's origin, and what matches one of
 * `patterns` (REDIRECT_URLS). The parsed address is compared and returned, so that a browser reads
 * it as it was read here.
 */
export function createRedirects(siteUrl: string, patterns: readonly string[]): Redirects {
  const origins = originsOf(new URL(siteUrl));
  const accepted = patterns.map(patternOf);

  function isAllowed(url: URL): boolean {
    if (neverFollowed.includes(url.protocol)) return false;
    if (url.username !== '' || url.password !== '') return false;
    if (origins.has(url.origin)) return true;
    const withoutSlash = url.href.replace(/\/$/, '');
    return accepted.some((pattern) => pattern.test(url.href) || pattern.test(withoutSlash));
  }

  return {
    allowed(asked) {
      const url = asked === undefined ? null : URL.parse(asked);
      if (url === null) return siteUrl;
      url.hash = '';
      return isAllowed(url) ? url.href : siteUrl;
    },
  };
}

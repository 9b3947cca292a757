import { Hono } from 'hono';
import { officialAccountId } from '#contract/limits.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import type { Config } from '#server/config.ts';
import type { HttpEnv } from './caller.ts';

/**
 * `GET /config.json`: what the page needs to know of its installation. Without a SITE_URL the
 * address is the one the page was asked under, so that it also works through a forwarded port.
 */
export function buildRuntimeConfig(config: Config, publishableKey: string, localMailbox: boolean) {
  return new Hono<HttpEnv>().get('/', (c) => {
    const answer: RuntimeConfig = {
      url: config.SITE_URL ?? new URL(c.req.url).origin,
      publishableKey,
      brand: {
        name: config.BRAND_NAME,
        logoUrl: config.BRAND_LOGO_URL,
        officialAccount: { id: officialAccountId, name: config.BRAND_NAME },
      },
      links: {
        tutorial: config.TUTORIAL_URL,
        feedback: config.FEEDBACK_URL,
        contactSync: config.CONTACT_SYNC_URL,
      },
      flags: {
        versionHistoryBadge: config.VERSION_HISTORY_BADGE,
        payments: false,
        localMailbox,
      },
    };
    c.header('cache-control', 'no-store');
    return c.json(answer);
  });
}

import { Hono } from 'hono';
import { officialAccountId } from '#contract/limits.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { type Config, passwordRules } from '#server/config.ts';
import { relyingPartyOf } from '#server/http/relying-party.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';

/** Features that don't follow from the settings. */
interface ServerFeatures {
  readonly localMailbox: boolean;
  /** Whether the operator has a function `contact-sync`. */
  readonly contactFunction: boolean;
}

/**
 * Returns what the page needs to know about its installation. Without a SITE_URL its address is the
 * one of the request, so that it also works through a forwarded port.
 */
export function runtimeConfig(
  config: Config,
  publishableKey: string,
  { localMailbox, contactFunction }: ServerFeatures,
  origin: string,
): RuntimeConfig {
  const url = config.SITE_URL ?? origin;
  const ownContactSync = contactFunction ? `${url}/functions/v1/contact-sync` : null;
  return {
    url,
    publishableKey,
    brand: {
      name: config.BRAND_NAME,
      logoUrl: config.BRAND_LOGO_URL,
      officialAccount: { id: officialAccountId, name: config.BRAND_NAME },
    },
    signIn: {
      flow: config.AUTH_FLOW,
      provider: signInProvider(config),
      signUp: config.SIGN_UP,
      passkeys: relyingPartyOf(config, url) !== null,
      passwordRules: passwordRules(config),
    },
    links: {
      tutorial: config.TUTORIAL_URL,
      feedback: config.FEEDBACK_URL,
      contact: config.CONTACT_EMAIL,
      contactSync: config.CONTACT_SYNC_URL ?? ownContactSync,
    },
    avatarSource: config.AVATARS_URL,
    flags: {
      versionHistoryBadge: config.VERSION_HISTORY_BADGE,
      payments: config.PAYMENTS,
      localMailbox,
      privateWebhooks: config.WEBHOOKS_PRIVATE,
    },
    payments: config.PAYMENTS
      ? { priceId: config.PAYMENT_PRICE_ID, publicKey: config.PAYMENT_PUBLIC_KEY }
      : null,
  };
}

function signInProvider({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_NAME, OIDC_LABEL }: Config) {
  if (OIDC_ISSUER === null || OIDC_CLIENT_ID === null) return null;
  return { name: OIDC_NAME, label: OIDC_LABEL ?? new URL(OIDC_ISSUER).host };
}

/** `GET /config.json`. */
export function buildRuntimeConfig(configFor: (origin: string) => RuntimeConfig) {
  return new Hono<HttpEnv>().get('/', (c) => {
    c.header('cache-control', 'no-store');
    return c.json(configFor(new URL(c.req.url).origin));
  });
}

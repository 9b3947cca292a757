import type { Database } from '#server/db/database.ts';
import { guardedFetch, GuardedFetchError } from '#server/http/guarded-fetch.ts';
import { runPeriodically } from '#server/jobs/run-periodically.ts';
import { Library } from '#server/library/library.ts';
import type { Log } from '#server/log.ts';
import { composeBody } from './compose-body.ts';
import { signatureHeaders } from './sign.ts';

export interface WebhookParts {
  readonly database: Pick<Database, 'jobs' | 'requests' | 'beforeAnswer'>;
  readonly siteUrl: string;
  /** Allows http: and addresses of private networks, if the operator decided so. */
  readonly allowsPrivate: boolean;
  readonly log: Log;
}

interface Claim {
  readonly delivery_id: string;
  readonly event: string;
  readonly prompt_id: string | null;
  readonly version_number: number | null;
  readonly label_move_id: string | null;
  readonly happened_at: Date;
  readonly webhook_id: string;
  readonly user_id: string;
  readonly group_id: string | null;
  readonly team_id: string | null;
  readonly url: string;
  readonly secrets: readonly string[];
}

/** The result of an attempt, as private.settle_webhook_delivery takes it. */
interface Outcome {
  readonly kind: 'delivered' | 'skipped' | 'failed' | 'gone';
  readonly status: number | null;
  readonly error: string | null;
}

const twoSeconds = 2_000;
const timeoutMs = 10_000;
/** The most deliveries that one server sends at once. */
const maxInFlight = 64;

/** Sends deliveries of webhooks every two seconds. Returns a function that stops it. */
export function sendWebhooksRegularly(parts: WebhookParts): () => Promise<void> {
  const sender = createWebhookSender(parts);
  const stop = runPeriodically({
    everyMs: twoSeconds,
    log: parts.log,
    failure: 'webhooks could not be sent; trying again',
    work: () => sender.startDue(),
  });
  return async () => {
    await stop();
    await sender.idle();
  };
}

export interface WebhookSender {
  /** Starts to send what is due, without waiting for responses, and returns how many it started. */
  startDue(): Promise<number>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

/** Several servers may send at once: the database assigns each delivery to one of them. */
export function createWebhookSender(parts: WebhookParts): WebhookSender {
  const { database, log } = parts;
  const inFlight = new Set<Promise<void>>();

  async function send(claim: Claim): Promise<void> {
    try {
      await deliver(parts, claim);
    } catch (error) {
      const { delivery_id: delivery, webhook_id: webhook } = claim;
      log.warn('a webhook could not be sent; trying again in a minute', {
        delivery,
        webhook,
        error,
      });
    }
  }

  return {
    async startDue() {
      const free = maxInFlight - inFlight.size;
      if (free === 0) return 0;
      const { rows } = await database.jobs.query<Claim>(
        'select * from private.claim_webhook_deliveries($1)',
        [free],
      );
      // The replica may not have the events yet.
      if (rows.length > 0) await database.beforeAnswer?.();
      for (const claim of rows) {
        const sending = send(claim).finally(() => inFlight.delete(sending));
        inFlight.add(sending);
      }
      return rows.length;
    },
    async idle() {
      await Promise.all(inFlight);
    },
  };
}

async function deliver(parts: WebhookParts, claim: Claim): Promise<void> {
  const { database, siteUrl } = parts;
  const startedAt = performance.now();
  const event = {
    event: claim.event,
    promptId: claim.prompt_id,
    version: claim.version_number,
    labelMoveId: claim.label_move_id,
    happenedAt: claim.happened_at,
  };
  const body = await composeBody(openLibrary(parts, claim), event, siteUrl);
  const outcome: Outcome =
    body === null
      ? { kind: 'skipped', status: null, error: 'You could no longer read what was to be sent.' }
      : await post(parts, claim, body);
  await database.jobs.query('select private.settle_webhook_delivery($1, $2, $3, $4, $5, $6)', [
    claim.delivery_id,
    outcome.kind,
    outcome.status,
    outcome.error,
    body,
    Math.round(performance.now() - startedAt),
  ]);
}

/** Returns the prompts that the webhook's owner may read, within the webhook's group or team. */
function openLibrary({ database, log }: WebhookParts, claim: Claim): Library {
  const claims = {
    sub: claim.user_id,
    role: 'authenticated',
    access_token: {
      id: claim.webhook_id,
      scopes: ['prompts:read'],
      ...(claim.group_id === null ? {} : { group_id: claim.group_id }),
      ...(claim.team_id === null ? {} : { team_id: claim.team_id }),
    },
  };
  const caller = {
    apiKey: 'none',
    role: 'authenticated',
    claims,
    claimsJson: JSON.stringify(claims),
  } as const;
  return new Library(
    { runner: database.requests, log },
    { caller, clientAddress: () => '', path: '/webhooks' },
  );
}

async function post(
  { allowsPrivate }: WebhookParts,
  { delivery_id: id, url, secrets }: Claim,
  body: string,
): Promise<Outcome> {
  try {
    const { status } = await guardedFetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Cuebook-Webhooks/1',
        ...signatureHeaders({ id, sentAt: new Date(), body }, secrets),
      },
      body,
      timeoutMs,
      maxBytes: 0,
      readsBody: false,
      allowsPrivate,
    });
    if (status >= 200 && status < 300) return { kind: 'delivered', status, error: null };
    return { kind: status === 410 ? 'gone' : 'failed', status, error: explainStatus(status) };
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    return { kind: 'failed', status: null, error: error.message };
  }
}

function explainStatus(status: number): string {
  if (status === 410) return 'The address wants no more deliveries (410).';
  if (status >= 300 && status < 400) return `Redirects aren't followed (${status}).`;
  return `The address refused it (${status}).`;
}

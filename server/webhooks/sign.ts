import { createHmac } from 'node:crypto';

export interface SignedMessage {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/**
 * Returns the headers of Standard Webhooks (standardwebhooks.com). There is a signature for each
 * secret, so that a receiver that has either one accepts the message.
 */
export function signatureHeaders(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${digest}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

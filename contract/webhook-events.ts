/** The events that a webhook can report, as the database names them. */
export const webhookEvents = [
  'prompt.created',
  'prompt.updated',
  'prompt.deleted',
  'prompt.restored',
  'label.moved',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

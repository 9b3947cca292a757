import type { WebhookEvent } from '#contract/webhook-events.ts';

/** The events as the form lists them. */
export const eventOptions: readonly { readonly event: WebhookEvent; readonly label: string }[] = [
  { event: 'prompt.created', label: 'A prompt is created' },
  { event: 'prompt.updated', label: 'A prompt is changed' },
  { event: 'prompt.deleted', label: 'A prompt is deleted' },
  { event: 'prompt.restored', label: 'A deleted prompt is restored' },
  { event: 'label.moved', label: 'A label is moved (a release)' },
];

const names: Readonly<Record<string, string>> = {
  'prompt.created': 'Prompt created',
  'prompt.updated': 'Prompt changed',
  'prompt.deleted': 'Prompt deleted',
  'prompt.restored': 'Prompt restored',
  'label.moved': 'Label moved',
  'webhook.test': 'Test',
};

/** Returns the name of an event in a list. */
export function nameOfEvent(event: string): string {
  return names[event] ?? event;
}

/** Returns the names of a webhook's events for its summary. */
export function describeEvents(events: readonly WebhookEvent[]): string {
  if (events.length === eventOptions.length) return 'All events';
  return events.map(nameOfEvent).join(', ');
}

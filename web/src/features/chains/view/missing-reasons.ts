import type { Availability } from '#web/data/chains/chain-values.ts';

/** Sentences that say why a step has no prompt to send. */
export const missingReasons: Record<Exclude<Availability, 'available'>, string> = {
  deleted: 'Its prompt is in Recently deleted.',
  hidden: 'Its owner keeps its prompt private, or deleted it.',
  gone: 'Its prompt was permanently deleted.',
};

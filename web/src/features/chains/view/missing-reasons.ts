import type { Availability } from '#web/data/chains/chain-values.ts';

/** Why a step has no prompt to send, in a sentence. */
export const missingReasons: Record<Exclude<Availability, 'available'>, string> = {
  deleted: 'Its prompt is among your recently deleted ones.',
  hidden: 'Its prompt was made private, or its owner deleted it.',
  gone: 'Its prompt was deleted for good.',
};

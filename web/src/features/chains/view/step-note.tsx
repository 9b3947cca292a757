import type { Availability } from '#web/data/chains/chain-values.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';

const labels: Record<Exclude<Availability, 'available'>, string> = {
  deleted: 'Deleted',
  hidden: 'Not available',
  gone: 'Deleted',
};

/** Returns the title to show; 'Missing prompt' if the prompt can no longer be read. */
export function titleOf(title: string): string {
  return title === '' ? 'Missing prompt' : title;
}

/** A badge beside a step's title if its prompt can't be used. */
export function StepNote({ availability }: { readonly availability: Availability }) {
  if (availability === 'available') return null;
  return <Badge tone="danger">{labels[availability]}</Badge>;
}

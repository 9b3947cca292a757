import type { Availability } from '#web/data/chains/chain-values.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';

const words: Record<Exclude<Availability, 'available'>, string> = {
  deleted: 'Deleted',
  hidden: 'Not available',
  gone: 'Deleted',
};

/** What is shown in place of a title that nobody can read any more. */
export function titleOf(title: string): string {
  return title === '' ? 'Missing prompt' : title;
}

/** Says beside a step's title that its prompt cannot be used; nothing when it can. */
export function StepNote({ availability }: { readonly availability: Availability }) {
  if (availability === 'available') return null;
  return <Badge tone="danger">{words[availability]}</Badge>;
}

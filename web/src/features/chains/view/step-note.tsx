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

/** The version of a step's prompt, after its title; nothing if the prompt could not be read. */
export function StepVersion({ version }: { readonly version: number | null }) {
  if (version === null) return null;
  return (
    <span className="ml-2 text-xs font-normal whitespace-nowrap text-ink-quiet">
      version {version}
    </span>
  );
}

import { Check, CircleDot, Undo2, X } from 'lucide-react';
import type { ProposalState } from '#web/data/proposals/proposal.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';

const looks = {
  open: [CircleDot, 'Open'],
  accepted: [Check, 'Accepted'],
  declined: [X, 'Declined'],
  withdrawn: [Undo2, 'Withdrawn'],
} as const;

export function ProposalStateBadge({ state }: { readonly state: ProposalState }) {
  const [Icon, label] = looks[state];
  return <Badge icon={<Icon size={12} />}>{label}</Badge>;
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { readVersion } from '#web/data/prompts/versions.ts';
import { isUuid } from '#contract/uuid.ts';
import {
  toProposal,
  toState,
  type Proposal,
  type ProposalState,
  type ProposalText,
} from './proposal.ts';
import { proposalKeys } from './proposal-keys.ts';

/** The proposals that others sent to the user, or those that the user sent. */
export type ProposalBox = 'review' | 'sent';

/** A proposal in a list. */
export interface ProposalSummary {
  readonly id: string;
  readonly promptTitle: string;
  readonly promptIcon: string | null;
  /** The team of the prompt; null if the user is no member. */
  readonly teamName: string | null;
  /** Null when unset: shown as 'Anonymous'. */
  readonly authorName: string | null;
  readonly authorAvatar: string | null;
  readonly message: string;
  readonly state: ProposalState;
  readonly createdAt: string;
  readonly answeredAt: string | null;
  readonly reviewerName: string | null;
}

const pageSize = 50;

/** Pages of proposals, newest first: open ones, or those that were answered or withdrawn. */
export function proposalsQuery(userId: string, box: ProposalBox, isOpen: boolean) {
  return infiniteQueryOptions({
    queryKey: proposalKeys.list(userId, box, isOpen),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: before, signal }) => {
      const page = { box, is_open: isOpen, ...(before === null ? {} : { before }) };
      return unwrap(await db.rpc('my_proposals', page, { get: true }).abortSignal(signal));
    },
    getNextPageParam: (page) => (page.length === pageSize ? (page.at(-1)?.id ?? null) : null),
    select: ({ pages }): readonly ProposalSummary[] =>
      pages.flat().map((row) => ({
        id: row.id,
        promptTitle: row.prompt_title,
        promptIcon: row.prompt_icon,
        teamName: row.team_name,
        authorName: row.author_name,
        authorAvatar: shownAvatar(row.author_avatar),
        message: row.message ?? '',
        state: toState(row.state),
        createdAt: row.created_at,
        answeredAt: row.answered_at,
        reviewerName: row.reviewer_name,
      })),
    staleTime: 0,
  });
}

/** The number of open proposals that the user can answer; 100 if there are more than 99. */
export function openProposalsQuery(userId: string) {
  return queryOptions({
    queryKey: proposalKeys.count(userId),
    queryFn: async ({ signal }): Promise<number> =>
      unwrap(await db.rpc('count_open_proposals', {}, { get: true }).abortSignal(signal)),
  });
}

/** One proposal. Throws when there is none that the user may read. */
export function proposalQuery(id: string) {
  return queryOptions({
    queryKey: proposalKeys.detail(id),
    queryFn: async ({ signal }): Promise<Proposal> => {
      const row = isUuid(id)
        ? unwrap(
            await db.from('proposals').select('*').eq('id', id).abortSignal(signal).maybeSingle(),
          )
        : null;
      if (row) return toProposal(row);
      throw new DataError("This proposal doesn't exist, or you can't see it.", { status: 404 });
    },
    staleTime: 0,
  });
}

/** The text that was accepted, maybe edited; null when the user may not read that version. */
export function acceptedTextQuery({ id, promptId, acceptedVersion }: Proposal) {
  return queryOptions({
    queryKey: proposalKeys.accepted(id),
    queryFn: async ({ signal }): Promise<ProposalText | null> => {
      const [row] = unwrap(
        await db.rpc('accepted_text', { proposal_id: id }, { get: true }).abortSignal(signal),
      );
      if (row) return { ...row, description: row.description ?? '' };
      return acceptedVersion === null ? null : readVersion(promptId, acceptedVersion, signal);
    },
    enabled: acceptedVersion !== null,
  });
}

/** Whether the text of a prompt is changed by proposals alone, because its team demands that. */
export function needsProposalQuery(promptId: string) {
  return queryOptions({
    queryKey: proposalKeys.needed(promptId),
    queryFn: async ({ signal }): Promise<boolean> =>
      unwrap(
        await db
          .rpc('prompt_needs_proposal', { prompt_id: promptId }, { get: true })
          .abortSignal(signal),
      ),
    staleTime: 0,
  });
}

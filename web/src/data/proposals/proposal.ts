import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import type { Tables } from '#contract/database.types.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';
import { tooLongMessage } from '#web/lib/text/too-long-message.ts';

const states = ['open', 'accepted', 'declined', 'withdrawn'] as const;
export type ProposalState = (typeof states)[number];

/** The texts of a prompt that a proposal can change. */
export const proposalTextSchema = v.object({
  title: v.string(),
  description: v.string(),
  content: v.string(),
  tags: v.array(v.string()),
});

export type ProposalText = Readonly<v.InferOutput<typeof proposalTextSchema>>;

/** A change of a prompt that one of its readers suggests. */
export interface Proposal {
  readonly id: string;
  readonly promptId: string;
  /** Null once the account is gone. */
  readonly authorId: string | null;
  /** The version that it was made from, and its texts. */
  readonly baseVersion: number;
  readonly base: ProposalText;
  readonly proposed: ProposalText;
  /** Why, in the author's words. */
  readonly message: string;
  readonly state: ProposalState;
  readonly createdAt: string;
  /** When it was accepted, declined or withdrawn. */
  readonly answeredAt: string | null;
  readonly answeredBy: string | null;
  /** Why it was declined. */
  readonly reason: string;
  readonly acceptedVersion: number | null;
}

/** Returns a stored state; one that this page doesn't know yet offers no action. */
export function toState(text: string): ProposalState {
  return states.find((state) => state === text) ?? 'withdrawn';
}

export function toProposal(row: Tables<'proposals'>): Proposal {
  return {
    id: row.id,
    promptId: row.prompt_id,
    authorId: row.author_id,
    baseVersion: row.base_version,
    base: {
      title: row.base_title,
      description: row.base_description ?? '',
      content: row.base_content,
      tags: row.base_tags,
    },
    proposed: {
      title: row.title,
      description: row.description ?? '',
      content: row.content,
      tags: row.tags,
    },
    message: row.message ?? '',
    state: toState(row.state),
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    answeredBy: row.answered_by,
    reason: row.reason ?? '',
    acceptedVersion: row.accepted_version,
  };
}

/** Returns only the texts of something that has more. */
export function textOf({ title, description, content, tags }: ProposalText): ProposalText {
  return { title, description, content, tags: [...tags] };
}

/** Returns what is wrong with a message or a reason; null if it can be sent. */
export function checkNote(name: string, text: string): string | null {
  return codePointLength(text) > limits.proposalNoteLength
    ? tooLongMessage(name, limits.proposalNoteLength)
    : null;
}

import type { QueryClient } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { refreshPrompt } from '#web/data/prompts/prompt-mutations.ts';
import type { ProposalText } from './proposal.ts';
import { proposalKeys } from './proposal-keys.ts';

interface NewProposal {
  readonly promptId: string;
  /** The version of the prompt that the text was made from. */
  readonly baseVersion: number;
  readonly text: ProposalText;
  readonly message: string;
  /** The user's fork that it comes from; null for a direct suggestion. */
  readonly forkId: string | null;
}

/** Sends a proposal and returns its id. Fails with status 409 if the prompt has changed since. */
export async function proposeEdit(proposal: NewProposal): Promise<string> {
  const { promptId, baseVersion, text, message, forkId } = proposal;
  const sent = unwrap(
    await db.rpc('propose_edit', {
      prompt_id: promptId,
      base_version: baseVersion,
      ...columnsOf(text),
      ...(message.trim() === '' ? {} : { message: message.trim() }),
      ...(forkId === null ? {} : { source_id: forkId }),
    }),
  );
  return sent.id;
}

/**
 * Stores a text as the prompt's next version, with the proposal's author as its author. Fails with
 * status 409 if the prompt has changed since `version`, or if the proposal was answered.
 */
export async function acceptProposal(
  id: string,
  version: number,
  text: ProposalText,
): Promise<void> {
  unwrap(await db.rpc('accept_proposal', { id, expected_version: version, ...columnsOf(text) }));
}

export async function declineProposal(id: string, reason: string): Promise<void> {
  const trimmed = reason.trim();
  unwrap(await db.rpc('decline_proposal', { id, ...(trimmed === '' ? {} : { reason: trimmed }) }));
}

export async function withdrawProposal(id: string): Promise<void> {
  unwrap(await db.rpc('withdraw_proposal', { id }));
}

/** Refetches proposals, and the prompt that an accepted one changes. */
export async function refetchProposals(client: QueryClient, promptId?: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: proposalKeys.all }),
    promptId === undefined || refreshPrompt(client, promptId),
  ]);
}

function columnsOf({ title, content, description, tags }: ProposalText) {
  return {
    title,
    content,
    tags: [...tags],
    ...(description === '' ? {} : { description }),
  };
}

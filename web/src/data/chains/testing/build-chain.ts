import { buildPrompt } from '#web/data/prompts/testing/build-prompt.ts';
import type { ChainDetail, ChainStep } from '../chains.ts';

/** Builds a chain without steps, unless `fields` has some. */
export function buildChain(title: string, fields: Partial<ChainDetail>): ChainDetail {
  return {
    id: '00000000-0000-4000-8000-0000000000c1',
    title,
    description: '',
    createdAt: '2026-01-01T00:00:00+00:00',
    updatedAt: '2026-01-02T00:00:00.123456+00:00',
    userId: 'me',
    teamId: null,
    teamName: null,
    unfinishedRun: null,
    steps: [],
    ...fields,
  };
}

/** Builds a step with a prompt; its id, its prompt's and their title are the same. */
export function buildPromptStep(id: string): ChainStep {
  const content = `Text of ${id}`;
  return {
    id,
    promptId: id,
    prompt: {
      ...buildPrompt(id),
      content,
      forkedFrom: null,
      forkedFromVersion: null,
    },
    own: null,
    availability: 'available',
    text: content,
    bindings: {},
    lastValues: {},
  };
}

/** Builds a row of a chain, as the server returns it in a list. */
export function buildChainRow(title: string, fields: Readonly<Record<string, unknown>> = {}) {
  return {
    id: '00000000-0000-4000-8000-0000000000c1',
    title,
    description: null,
    created_at: '2026-01-01T00:00:00+00:00',
    updated_at: '2026-01-02T00:00:00+00:00',
    user_id: 'ben',
    team_id: null,
    teams: null,
    chain_runs: [],
    chain_prompts: [{ count: 2 }],
    ...fields,
  };
}

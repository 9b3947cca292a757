import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryKeys } from '#web/data/query-keys.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { proposalRow } from '#web/testing/proposal-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ProposalView } from './proposal-view.tsx';

const accepting = '/rest/v1/rpc/accept_proposal';
const script = vi.hoisted(() => Promise.withResolvers<undefined>());
vi.mock(import('./edit-proposal.tsx'), async (load) => {
  await script.promise;
  return load();
});

it('merges a version that was saved while the form was loading', async () => {
  const proposal = proposalRow();
  const row = promptRow({ content: proposal.base_content, tags: ['mail'] });
  const newer = {
    ...row,
    version: 2,
    content: proposal.base_content.replace('brief', 'very brief'),
  };
  backend.on('GET', '/rest/v1/proposals', () => json(proposal));
  backend.on('GET', '/rest/v1/readable_prompts', () => json(row));
  backend.on('GET', '/rest/v1/profiles', () => json({ full_name: 'Ben', avatar_url: null }));
  backend.on('GET', '/rest/v1/prompt_versions', () => json([]));
  backend.on('POST', accepting, ({ body }) =>
    JSON.stringify(body).includes('"expected_version":2')
      ? json({})
      : refusal(409, 'PT409', 'The prompt has been changed since it was loaded'),
  );
  const { client } = await renderScreen(<ProposalView id={proposal.id} />);
  await page.getByRole('button', { name: 'Edit first' }).click();
  await expect.element(page.getByText('Loading form')).toBeInTheDocument();
  backend.on('GET', '/rest/v1/readable_prompts', () => json(newer));
  await client.refetchQueries({ queryKey: queryKeys.prompts.detail(row.id) });
  expect(client.getQueryData<PromptDetail>(queryKeys.prompts.detail(row.id))?.version).toBe(2);
  script.resolve(undefined);
  await page.getByRole('button', { name: 'Accept this text' }).click();
  const merge = page.getByRole('dialog', { name: 'The prompt has changed' });
  await merge.getByRole('button', { name: 'Accept merged text' }).click();
  await expect
    .poll(() => backend.sent('POST', accepting).at(-1)?.body)
    .toMatchObject({
      expected_version: 2,
      title: 'Formal letter',
      content: 'Write a letter.\n\nBe very brief.\n\nSign it with a full name.\n',
    });
});

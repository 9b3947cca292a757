import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { buildChain, buildPromptStep } from '#web/data/chains/testing/build-chain.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { printPage } from '#web/testing/print-page.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams } from '#web/testing/serve-teams.ts';
import { session } from '#web/testing/session.ts';
import { ChainView } from './chain-view.tsx';

const saveChain = '/rest/v1/rpc/save_chain';

const chain = buildChain('Launch', {
  userId: session.user.id,
  steps: [
    buildPromptStep('Research'),
    { ...buildPromptStep('Outline'), availability: 'deleted', text: null },
  ],
});

beforeEach(() => {
  backend.on('GET', '/rest/v1/chain_runs', () => json([]));
});

it('removes the step of a deleted prompt, and puts it back with Undo', async () => {
  const later = '2026-01-03T00:00:00+00:00';
  backend.on('POST', saveChain, () => json({ id: chain.id, updated_at: later }));
  await renderScreen(<ChainView chain={chain} onCopy={() => undefined} />);
  await page.getByRole('button', { name: 'Remove step' }).click();
  await expect.element(page.getByText('Chain updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => backend.sent('POST', saveChain).length).toBe(2);
  const sent = backend.sent('POST', saveChain).map(({ body }) => body);
  expect(sent[0]).toMatchObject({ based_on: chain.updatedAt, steps: [{ id: 'Research' }] });
  expect(sent[1]).toMatchObject({
    based_on: later,
    steps: [{ id: 'Research' }, { id: 'Outline', prompt_id: 'Outline' }],
  });
});

it('shows 150 characters of a text, and the rest on request and on paper', async () => {
  const text = `${'a'.repeat(149)}b and the end of {{topic}}`;
  const step = { ...buildPromptStep('Research'), text };
  await renderScreen(<ChainView chain={{ ...chain, steps: [step] }} onCopy={() => undefined} />);
  const shown = page.getByRole('list', { name: 'Steps' }).getByRole('paragraph').last();
  await expect.element(shown).toHaveTextContent(`${text.slice(0, 150)}…`);
  await page.getByRole('button', { name: 'Show more of Research' }).click();
  await expect.element(shown).toMatchTextContent(/the end of topic$/);
  await page.getByRole('button', { name: 'Show less of Research' }).click();
  await expect.element(shown).not.toMatchTextContent(/the end/);
  await printPage();
  await expect.element(shown).toMatchTextContent(/the end of topic$/);
});

const teamId = '00000000-0000-4000-8000-00000000000a';
const shared = { ...chain, userId: 'ben', teamId, teamName: 'Writers' };
const edit = page.getByRole('link', { name: 'Edit Chain' });

function joinAs(role: string) {
  joinTeams([teamId, 'Writers', role]);
}

it('lets an editor of its team change a chain', async () => {
  joinAs('editor');
  await renderScreen(<ChainView chain={shared} onCopy={() => undefined} />);
  await expect.element(edit).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Actions for Launch' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Writers' }))
    .toHaveAttribute('href', `/app/teams/${teamId}`);
});

it('lets a viewer of its team run a chain, and shows no control that changes it', async () => {
  joinAs('viewer');
  const { client } = await renderScreen(<ChainView chain={shared} onCopy={() => undefined} />);
  await expect.element(page.getByRole('button', { name: /^Run/ })).toBeVisible();
  await expect.poll(() => client.isFetching()).toBe(0);
  await expect.element(page.getByText(/Its prompt is in Recently deleted/)).toBeVisible();
  for (const control of [
    edit,
    page.getByRole('button', { name: 'Actions for Launch' }),
    page.getByRole('button', { name: 'Remove step' }),
    page.getByRole('link', { name: 'Restore it' }),
  ]) {
    await expect.element(control).not.toBeInTheDocument();
  }
});

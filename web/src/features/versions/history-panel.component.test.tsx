import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { starredPromptsQuery } from '#web/data/prompts/lists/starred-prompts.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { HistoryPanel } from './history-panel.tsx';

const version = (number: number, people: object) => ({
  id: `v${number}`,
  version_number: number,
  title: 'Bread',
  content: `Text ${number}`,
  description: null,
  tags: [],
  is_public: true,
  group_id: null,
  icon: null,
  category: null,
  change_description: 'Updated prompt',
  created_by: 'ed',
  created_at: '2026-01-01T00:00:00Z',
  proposed_by: null,
  ...people,
});

const rows = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');

/** The history of a prompt in its second version. */
function History() {
  return (
    <HistoryPanel
      promptId="p1"
      current={2}
      canRestore
      canLabel={false}
      onRestored={() => undefined}
    />
  );
}

it('names who saved or proposed a version, and who accepted it', async () => {
  backend.on('GET', '/rest/v1/prompt_versions', () =>
    json([
      version(3, { proposed_by: 'pat', created_by: null }),
      version(2, { proposed_by: 'pat' }),
      version(1, {}),
    ]),
  );
  backend.on('GET', '/rest/v1/profiles', ({ search }) =>
    json({ full_name: search.get('id') === 'eq.pat' ? 'Pat' : 'Ed', avatar_url: null }),
  );
  await renderScreen(<History />);
  await expect.element(rows.nth(1).getByText(/· Proposed by Pat, accepted by Ed$/)).toBeVisible();
  await expect.element(rows.nth(0).getByText(/· Proposed by Pat$/)).toBeVisible();
  await expect.element(rows.nth(2).getByText(/· by Ed$/)).toBeVisible();
});

it('shows five versions at a time, in a frame of 300 px', async () => {
  const all = Array.from({ length: 8 }, (_, index) => version(8 - index, {}));
  backend.on('GET', '/rest/v1/profiles', () => json({ full_name: 'Ed', avatar_url: null }));
  backend.on('GET', '/rest/v1/prompt_versions', ({ search }) => {
    const before = Number(search.get('version_number')?.replace('lt.', '') ?? 9);
    const older = all.filter(({ version_number: number }) => number < before);
    return json(older.slice(0, Number(search.get('limit'))));
  });
  await renderScreen(<History />);
  await expect.element(rows).toHaveLength(5);
  await expect.element(rows.first().getByText(/Version 8/)).toBeVisible();
  await expect.element(rows.first().getByText(/Updated prompt/)).toBeVisible();
  const frame = page.getByRole('list', { name: 'Versions' }).element().parentElement;
  expect(frame?.getBoundingClientRect().height).toBe(300);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.element(rows).toHaveLength(8);
  await expect.element(rows.last().getByText(/Version 1/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

it('compares exactly two versions, and returns to them', async () => {
  backend.on('GET', '/rest/v1/profiles', () => json({ full_name: 'Ed', avatar_url: null }));
  backend.on('GET', '/rest/v1/prompt_versions', () =>
    json([version(8, {}), version(7, {}), version(5, {})]),
  );
  await renderScreen(<History />);
  const compare = page.getByRole('button', { name: 'Compare Selected' });
  const box = (number: number) =>
    page.getByRole('checkbox', { name: `Select version ${number}`, exact: true });
  await expect.element(compare).toBeDisabled();
  await box(8).click();
  await expect.element(compare).toBeDisabled();
  await box(5).click();
  await expect.element(compare).toBeEnabled();
  await expect.element(box(7)).toBeDisabled();
  await box(8).click();
  await expect.element(compare).toBeDisabled();
  await expect.element(box(7)).toBeEnabled();
  await box(7).click();
  await compare.click();
  const comparison = page.getByRole('region', { name: 'Version 5 compared with version 7' });
  await expect
    .element(page.getByRole('heading', { name: 'Version 5 compared with version 7' }))
    .toHaveFocus();
  await expect.element(comparison.getByText(/^1 change/)).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(comparison.getByText(/^Change 1 of 1/)).toBeVisible();
  await expect.element(comparison.getByRole('deletion').getByText('5')).toBeVisible();
  await expect.element(comparison.getByRole('insertion').getByText('7')).toBeVisible();
  await page.getByRole('button', { name: 'Close Comparison' }).click();
  await expect.element(rows).toHaveLength(3);
  await expect.element(compare).toHaveFocus();
  await expect.element(box(5)).toBeChecked();
});

it('says why a version was not restored, and reads what is newer', async () => {
  const changed = 'The prompt has been changed since it was loaded';
  backend.on('GET', '/rest/v1/profiles', () => json({ full_name: 'Ed', avatar_url: null }));
  backend.on('GET', '/rest/v1/prompt_versions', () => json([version(2, {}), version(1, {})]));
  backend.on('POST', '/rest/v1/rpc/restore_prompt_version', () => {
    // Saved elsewhere meanwhile.
    backend.on('GET', '/rest/v1/prompt_versions', () =>
      json([version(3, {}), version(2, {}), version(1, {})]),
    );
    return refusal(409, 'PT409', changed);
  });
  await renderScreen(<History />);
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect
    .element(page.getByText(/^Failed to restore version: The prompt has been changed since/))
    .toBeVisible();
  await expect.element(rows.first().getByText(/Version 3/)).toBeVisible();
  expect(backend.sent('POST', '/rest/v1/rpc/restore_prompt_version')[0]?.body).toMatchObject({
    base_version: 2,
    version_number: 1,
  });
});

/** The titles of the favourites, as the sidebar shows them. */
function Favourites() {
  const { data = [] } = useQuery({ ...starredPromptsQuery('me', 5), staleTime: Infinity });
  return <nav>{data.map(({ title }) => title).join()}</nav>;
}

it('shows the title of a restored version also among the favourites', async () => {
  let title = 'Cake';
  backend.on('GET', '/rest/v1/profiles', () => json({ full_name: 'Ed', avatar_url: null }));
  backend.on('GET', '/rest/v1/prompt_versions', () =>
    json([version(2, { title }), version(1, {})]),
  );
  backend.on('GET', '/rest/v1/favorites', () =>
    json([{ prompt: { id: 'p1', title, icon: null, group_id: null } }]),
  );
  backend.on('POST', '/rest/v1/rpc/restore_prompt_version', () => {
    title = 'Bread';
    return json({ version: 3 });
  });
  await renderScreen(
    <>
      <History />
      <Favourites />
    </>,
  );
  await expect.element(page.getByRole('navigation')).toHaveTextContent('Cake');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect.element(page.getByRole('navigation')).toHaveTextContent('Bread');
});

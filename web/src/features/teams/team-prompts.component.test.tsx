import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { TeamPrompts } from './team-prompts.tsx';

const prompts = '/rest/v1/prompts';
const row = (title: string) => ({
  id: title,
  title,
  content: 'Text',
  description: null,
  tags: [],
  is_public: false,
  version: 1,
  user_id: 'ben',
  team_id: 't1',
  group_id: null,
  created_at: '2026-01-01T00:00:00+00:00',
  updated_at: '2026-01-01T00:00:00+00:00',
  deleted_at: null,
  is_template: false,
  favorites: [],
  prompt_uses: [],
  groups: null,
});
const link = (name: string) => page.getByRole('link', { name, exact: true });

const render = () =>
  renderScreen(
    <TeamPrompts
      teamId="t1"
      isSearchable
      renderActions={({ title }) => <button>{`Star ${title}`}</button>}
    />,
  );

it("shows a team's prompts page by page, and tries again after a failure", async () => {
  const first = Array.from({ length: 30 }, (_, number) => row(`Prompt ${number}`));
  backend.on('GET', prompts, () => json(first));
  await render();
  await expect.element(link('Prompt 29')).toBeVisible();
  const more = page.getByRole('button', { name: 'Show more' });
  backend.on('GET', prompts, () => refusal(500, 'XX000', 'Broken'));
  await more.click();
  await expect.element(page.getByText('More prompts could not be loaded.')).toBeVisible();
  backend.on('GET', prompts, () => json([row('Last one')]));
  await more.click();
  await expect.element(link('Last one')).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
  expect(backend.sent('GET', prompts)[0]?.search.get('team_id')).toBe('eq.t1');
});

it('searches the prompts of the team, and offers the actions of each', async () => {
  const search = '/rest/v1/rpc/search_prompts';
  backend.on('GET', prompts, () => json([row('Bread')]));
  backend.on('POST', search, () => json([]));
  await render();
  await expect.element(page.getByRole('button', { name: 'Star Bread' })).toBeVisible();
  await page.getByLabelText('Search this team').fill('rye');
  await expect.element(page.getByText('No prompts of this team match your search.')).toBeVisible();
  expect(backend.sent('POST', search)[0]?.body).toMatchObject({ query: 'rye', scope: 'team:t1' });
});

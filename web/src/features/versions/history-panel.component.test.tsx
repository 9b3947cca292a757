import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
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
  await renderScreen(
    <HistoryPanel
      promptId="p1"
      current={3}
      canRestore={false}
      canLabel={false}
      onRestored={() => undefined}
    />,
  );
  const rows = page.getByRole('listitem');
  await expect.element(rows.nth(1).getByText(/· Proposed by Pat, accepted by Ed$/)).toBeVisible();
  await expect.element(rows.nth(0).getByText(/· Proposed by Pat$/)).toBeVisible();
  await expect.element(rows.nth(2).getByText(/· by Ed$/)).toBeVisible();
});

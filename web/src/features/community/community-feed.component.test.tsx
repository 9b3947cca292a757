import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { connection } from '#web/data/backend/connection.ts';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { CommunityFeed } from './community-feed.tsx';

const nothing = () => null;

async function openFeed(
  respond: () => Promise<Response> | Response,
  { search = '', view = 'list' }: { search?: string; view?: 'list' | 'grid' } = {},
) {
  for (const method of ['GET', 'POST'] as const) {
    backend.on(method, '/rest/v1/rpc/community_feed', respond);
  }
  await renderScreen(
    <CommunityFeed
      choice={{ order: 'latest', search, tags: [], category: null }}
      view={view}
      renderActions={nothing}
      renderMore={nothing}
      onFork={nothing}
      onTag={nothing}
      onCategory={nothing}
    />,
  );
}

describe('CommunityFeed', () => {
  beforeEach(() => () => connection.report(true));

  it('says that it needs a connection while there is none', async () => {
    await openFeed(noConnection);
    connection.report(false);
    await expect
      .element(page.getByText("You're offline. Community needs a connection."))
      .toBeVisible();
  });

  it('says what to do when a search finds nothing', async () => {
    await openFeed(() => json([]), { search: 'nowhere' });
    await expect.element(page.getByText('No prompts found', { exact: true })).toBeVisible();
    await expect
      .element(page.getByText('Try adjusting your search or filters', { exact: true }))
      .toBeVisible();
  });

  it('names the author of a card on a phone', async () => {
    await page.viewport(360, 740);
    const at = '2026-01-01T00:00:00+00:00';
    const prompt = {
      id: '00000000-0000-4000-8000-0000000000b1',
      title: 'Recipe',
      description: '',
      tags: [],
      category: null,
      template_category: null,
      icon: null,
      version: 1,
      created_at: at,
      updated_at: at,
      user_id: '00000000-0000-4000-8000-00000000000b',
      author_name: 'Ben Carpenter',
      author_avatar: null,
      favorites_count: 12,
      forks_count: 3,
      comments_count: 4,
      preview: 'Take eggs.',
      variable_count: 0,
      starred: false,
    };
    await openFeed(() => json([prompt]), { view: 'grid' });
    const name = page.getByText('Ben Carpenter');
    await expect.element(name).toBeVisible();
    const { scrollWidth, clientWidth } = name.element();
    expect(scrollWidth).toBe(clientWidth);
  });

  it("says what failed when the server can't answer", async () => {
    await openFeed(() => refusal(500, 'XX000', 'broken'));
    await expect.element(page.getByText(/^The server had a problem/)).toBeVisible();
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { connection } from '#web/data/backend/connection.ts';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { CommunityFeed } from './community-feed.tsx';

const nothing = () => null;

async function openFeed(respond: () => Promise<Response> | Response, search = '') {
  for (const method of ['GET', 'POST'] as const) {
    backend.on(method, '/rest/v1/rpc/community_feed', respond);
  }
  await renderScreen(
    <CommunityFeed
      choice={{ order: 'latest', search, tags: [], category: null }}
      view="list"
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
    await openFeed(() => json([]), 'nowhere');
    await expect.element(page.getByText('No prompts found', { exact: true })).toBeVisible();
    await expect
      .element(page.getByText('Try adjusting your search or filters', { exact: true }))
      .toBeVisible();
  });

  it("says what failed when the server can't answer", async () => {
    await openFeed(() => refusal(500, 'XX000', 'broken'));
    await expect.element(page.getByText(/^The server had a problem/)).toBeVisible();
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { connection } from '#web/data/backend/connection.ts';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { searchRow } from '#web/testing/search-row.ts';
import { CommunityFeed } from './community-feed.tsx';

const nothing = () => null;

/** A row of the feed: a public prompt of Ben's. */
function feedRow(fields: object) {
  const counts = { favorites_count: 12, forks_count: 3, comments_count: 4 };
  return searchRow('Recipe', { user_id: 'ben', author_name: 'Ben', ...counts, ...fields });
}

async function openFeed(
  respond: Parameters<typeof backend.on>[2],
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
    await openFeed(() => json([feedRow({ author_name: 'Ben Carpenter' })]), { view: 'grid' });
    const name = page.getByText('Ben Carpenter');
    await expect.element(name).toBeVisible();
    const { scrollWidth, clientWidth } = name.element();
    expect(scrollWidth).toBe(clientWidth);
  });

  it('shows the product by brand and badge, whoever takes its name, and others as Anonymous', async () => {
    await openFeed(() =>
      json([
        feedRow({
          id: 'official',
          user_id: '00000000-0000-4000-8000-0000000000ff',
          author_name: 'Mary',
        }),
        feedRow({ id: 'claimed', author_name: 'Cuebook' }),
        feedRow({ id: 'nameless', author_name: '' }),
      ]),
    );
    const row = (index: number) => page.getByRole('listitem').nth(index);
    await expect.element(row(0)).toMatchTextContent(/Cuebook.*Official/);
    await expect.element(row(0)).not.toMatchTextContent(/Mary/);
    await expect.element(row(1)).toMatchTextContent(/Cuebook/);
    await expect.element(row(1)).not.toMatchTextContent(/Official/);
    await expect.element(row(2)).toMatchTextContent(/Anonymous/);
  });

  it('goes on after the last prompt, and shows each prompt once', async () => {
    const prompts = Array.from({ length: 30 }, (_, index) =>
      feedRow({ id: `p${index}`, title: `Page ${index}`, cursor: `after ${index}` }),
    );
    // A prompt that moved between two pages comes twice.
    await openFeed(({ body }) =>
      json(
        (body as { after?: string }).after === 'after 23'
          ? prompts.slice(23)
          : prompts.slice(0, 24),
      ),
    );
    const rows = page.getByRole('listitem');
    await expect
      .poll(() => {
        document.documentElement.scrollTop = document.documentElement.scrollHeight;
        return rows.length;
      })
      .toBe(30);
  });

  it("says what failed when the server can't answer", async () => {
    await openFeed(() => refusal(500, 'XX000', 'broken'));
    await expect.element(page.getByText(/^The server had a problem/)).toBeVisible();
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '#contract/messages.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { useSearch } from '#web/lib/search/use-search.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { promptRow } from '#web/testing/prompt-row.ts';
import { searchRow } from '#web/testing/search-row.ts';
import { joinTeams } from '#web/testing/serve-teams.ts';
import { SearchableList } from './searchable-list.tsx';

const prompts = '/rest/v1/prompts';
const byTitle = '/rest/v1/rpc/prompts_by_title';
const search = page.getByRole('searchbox');

function row(title: string, fields: Readonly<Record<string, unknown>> = {}) {
  return promptRow({
    id: `00000000-0000-4000-8000-${title.length.toString().padStart(12, '0')}`,
    title,
    content: 'Dear {{name:friend}}, about {{subject|long}}',
    tags: ['mail', 'work', 'draft'],
    ...fields,
  });
}

function List({ isEmpty }: { readonly isEmpty?: boolean }) {
  return (
    <SearchableList
      search={useSearch()}
      label="Library"
      isEmpty={isEmpty ?? false}
      toPrompt={(id) => `/app/library/prompt/${id}`}
      emptyAction={null}
    />
  );
}

describe('SearchableList', () => {
  beforeEach(() => {
    localStorage.clear();
    backend.on('POST', '/rest/v1/rpc/count_prompts', () => json(1_001));
    backend.on('POST', '/rest/v1/rpc/my_tags', () => json([{ tag: 'mail', prompts: 1 }]));
    backend.on('GET', prompts, () => json([row('Letter')]));
  });

  it('has nothing to search or to sort in an empty library', async () => {
    backend.on('GET', prompts, () => json([]));
    await renderScreen(<List isEmpty />);
    await expect.element(page.getByText(/^No prompts found/)).toBeVisible();
    await expect.element(search).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Filter' })).not.toBeInTheDocument();
  });

  it('gives the width of hidden actions to the preview of a narrow list', async () => {
    await page.viewport(640, 740);
    backend.on('GET', prompts, () => json([row('Letter', { content: 'word '.repeat(40) })]));
    await renderScreen(<List />);
    const item = page.getByRole('listitem');
    const preview = item.getByText(/^word word/);
    const copy = item.getByRole('button', { name: 'Copy Letter' });
    const rightOf = (element: Element) => element.getBoundingClientRect().right;
    await expect.element(preview).toBeVisible();
    // The pointer may rest on the row since the test before.
    await userEvent.hover(search);
    const atRest = rightOf(preview.element());
    await userEvent.tab();
    while (document.activeElement?.textContent !== 'Letter') await userEvent.tab();
    await expect
      .poll(() => copy.element().getBoundingClientRect().left)
      .toBeGreaterThan(rightOf(preview.element()));
    expect(atRest - rightOf(preview.element())).toBe(96);
  });

  it('does not hide what has the focus under its head', async () => {
    await page.viewport(640, 400);
    const titles = Array.from({ length: 16 }, (_, index) => 'A'.repeat(index + 1));
    backend.on('GET', prompts, () => json(titles.map((title) => row(title))));
    await renderScreen(<List />);
    await expect.element(page.getByRole('listitem')).toHaveLength(16);
    page.getByRole('listitem').last().getByRole('link').element().scrollIntoView();
    (page.getByRole('listitem').last().getByRole('link').element() as HTMLElement).focus();
    const head = search.element().closest('[data-list-head]')?.parentElement;
    for (let index = 0; index < 48; index += 1) {
      await userEvent.tab({ shift: true });
      const { top } = document.activeElement?.getBoundingClientRect() ?? { top: 0 };
      expect(top).toBeGreaterThan(head?.getBoundingClientRect().bottom ?? 400);
    }
  });

  it('shows a prompt on one line, with two of its tags, its variables and a menu with Delete', async () => {
    await renderScreen(<List />);
    const item = page.getByRole('listitem');
    await expect.element(item.getByText('2 variables')).toBeInTheDocument();
    await expect.element(item.getByText('Dear name, about subject')).toBeVisible();
    await expect.element(item.getByText('#mail')).toBeInTheDocument();
    await expect.element(item.getByText('+1', { exact: true })).toBeInTheDocument();
    await expect.element(item.getByText('#draft')).not.toBeInTheDocument();
    expect(item.element().getBoundingClientRect().height).toBeLessThanOrEqual(64);
    await expect.element(page.getByText('1,000+ prompts')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'More actions for Letter' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expectAccessible(page.getByRole('alertdialog'));
  });

  it('leaves out the column of tags in a library without tags', async () => {
    await page.viewport(1440, 900);
    await renderScreen(<List />);
    const widthOfPreview = async (title: string) => {
      const item = page.getByRole('listitem').filter({ hasText: title });
      const preview = item.getByText('Dear name, about subject');
      await expect.element(preview).toBeVisible();
      return preview.element().getBoundingClientRect().width;
    };
    const before = await widthOfPreview('Letter');
    backend.on('GET', prompts, () => json([row('Report', { tags: [] })]));
    await renderScreen(<List />);
    expect(await widthOfPreview('Report')).toBeGreaterThan(before + 100);
  });

  it('begins the preview beside the title, also if it reads from right to left', async () => {
    backend.on('GET', prompts, () => json([row('שלום', { content: 'כתוב מכתב' })]));
    await renderScreen(<List />);
    const title = page.getByRole('link', { name: 'שלום' });
    await expect.element(title).toBeVisible();
    const preview = document.createRange();
    preview.selectNodeContents(page.getByText('כתוב מכתב').element());
    const gap =
      preview.getBoundingClientRect().left - title.element().getBoundingClientRect().right;
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(24);
  });

  it('draws the focus rings of buttons inside its rows, which a list that scrolls cuts', async () => {
    await renderScreen(<List />);
    const more = page.getByRole('button', { name: 'More actions for Letter' });
    await expect.element(more).toBeInTheDocument();
    expect(getComputedStyle(more.element()).outlineOffset).toBe('-2px');
  });

  it('keeps a prompt whose deletion failed', async () => {
    backend.on('PATCH', prompts, () => refusal(403, '42501', 'not now'));
    await renderScreen(<List />);
    await page.getByRole('button', { name: 'More actions for Letter' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Failed to delete prompt: not now')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Letter' })).toBeInTheDocument();
  });

  it('says that a prompt without a date was added recently', async () => {
    backend.on('GET', prompts, () => json([row('Undated', { updated_at: '' })]));
    await renderScreen(<List />);
    await expect.element(page.getByText('Recently added')).toBeVisible();
  });

  it('keeps the search box wide where order, filter and view leave it too little', async () => {
    await page.viewport(640, 800);
    try {
      await renderScreen(<List />);
      await expect.element(page.getByText('1,000+ prompts')).toBeVisible();
      expect(search.element().getBoundingClientRect().width).toBeGreaterThan(320);
    } finally {
      await page.viewport(1280, 800);
    }
  });

  it('reads another order by its keys, and remembers it with the view', async () => {
    backend.on('POST', byTitle, () => json([row('Other')]));
    const { unmount } = await renderScreen(<List />);
    await page.getByLabelText('Sort').selectOptions('Title');
    await expect.element(page.getByRole('link', { name: 'Other' })).toBeVisible();
    await page.getByRole('radio', { name: 'Roomy' }).click({ force: true });
    await unmount();
    await renderScreen(<List />);
    await expect.element(page.getByLabelText('Sort')).toHaveValue('title');
    await expect.element(page.getByRole('radio', { name: 'Roomy' })).toBeChecked();
    await expect.element(page.getByRole('link', { name: 'Other' })).toBeVisible();
    await expect.element(page.getByText('1,000+ prompts')).toBeVisible();
  });

  it('says that a search finds nothing, and leads on', async () => {
    backend.on('POST', '/rest/v1/rpc/search_prompts', () => json([]));
    await renderScreen(<List />);
    await search.fill('letter to aunt');
    await expect.element(page.getByText('No prompts match “letter to aunt”')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Search the community' }))
      .toHaveAttribute('href', '/app/community?q=letter%20to%20aunt');
    await expect.element(page.getByLabelText('Sort')).toHaveTextContent('Best match');
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await expect.element(page.getByRole('link', { name: 'Letter' })).toBeVisible();
  });

  it('leads to the matches in teams and among shared prompts', async () => {
    joinTeams(['design', 'Design', 'viewer']);
    backend.on('GET', '/rest/v1/prompt_shares', () => json([{ id: 's1' }]));
    backend.on('POST', '/rest/v1/rpc/search_prompts', ({ body }) => {
      const { scope } = body as { scope: string };
      if (scope === 'library') return json([]);
      const team = { team_id: 'design' };
      return json(
        scope === 'teams'
          ? [searchRow('Mail', team), searchRow('Mails', team)]
          : [searchRow('Email')],
      );
    });
    await renderScreen(<List />);
    await search.fill('mail');
    await expect
      .element(page.getByRole('link', { name: 'Show 2 in Design' }))
      .toHaveAttribute('href', '/app/teams/design?q=mail');
    await expect
      .element(page.getByRole('link', { name: 'Show 1 shared with you' }))
      .toHaveAttribute('href', '/app/teams/shared?q=mail');
    await expect.element(page.getByRole('link', { name: 'Search the community' })).toBeVisible();
  });

  it('searches nowhere else for a person without teams and shares', async () => {
    backend.on('POST', '/rest/v1/rpc/search_prompts', () => json([]));
    await renderScreen(<List />);
    await search.fill('aunt');
    await expect.element(page.getByText('No prompts match “aunt”')).toBeVisible();
    expect(backend.sent('POST', '/rest/v1/rpc/search_prompts')).toHaveLength(1);
  });

  it('shows the number of variables of a search result, which has no content', async () => {
    backend.on('POST', '/rest/v1/rpc/search_prompts', () =>
      json([
        row('Invitation', {
          preview: 'Dear',
          excerpt: null,
          variable_count: 3,
          content: undefined,
        }),
      ]),
    );
    await renderScreen(<List />);
    await search.fill('invitation');
    const found = page.getByRole('listitem').filter({ hasText: 'Invitation' });
    await expect.element(found.getByText('3 variables')).toBeInTheDocument();
  });

  describe('when a search result is copied while an earlier one is loading', () => {
    const slow = '00000000-0000-4000-8000-0000000000a1';
    const quick = '00000000-0000-4000-8000-0000000000b1';
    const written = vi.fn<(text: string) => Promise<void>>();
    const copy = (title: string) => page.getByRole('button', { name: `Copy ${title}` }).click();

    /** Finds two prompts. Loads the text of the first one once `release` is called. */
    async function findTwo(slowText: string, quickText: string) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const result = { content: undefined, preview: 'Dear', excerpt: null, variable_count: 0 };
      backend.on('POST', '/rest/v1/rpc/search_prompts', () =>
        json([row('Slow', { ...result, id: slow }), row('Quick', { ...result, id: quick })]),
      );
      backend.on('GET', '/rest/v1/readable_prompts', async (request) => {
        if (request.search.get('id') === `eq.${quick}`) {
          return json(row('Quick', { id: quick, content: quickText }));
        }
        await promise;
        return json(row('Slow', { id: slow, content: slowText }));
      });
      written.mockReset().mockResolvedValue();
      vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written);
      // As a browser does, which writes once the text has arrived.
      vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
        const blob = await item?.getType('text/plain');
        await written((await blob?.text()) ?? '');
      });
      const { client } = await renderScreen(<List />);
      await search.fill('dear');
      return async () => {
        resolve(undefined);
        const key = queryKeys.prompts.detail(slow);
        await expect.poll(() => client.getQueryData(key)).toBeDefined();
      };
    }

    it('keeps the later text in the clipboard', async () => {
      const release = await findTwo('Dear aunt', 'Dear uncle');
      await copy('Slow');
      await copy('Quick');
      await expect.poll(() => written.mock.calls).toEqual([['Dear uncle']]);
      await release();
      await copy('Quick');
      await expect.poll(() => written.mock.calls).toEqual([['Dear uncle'], ['Dear uncle']]);
      await expect.element(page.getByText(messages.prompts.copyFailed)).not.toBeInTheDocument();
    });

    it('keeps the form that is being filled in', async () => {
      const release = await findTwo('Dear {{aunt}}', 'Dear {{uncle}}');
      await copy('Slow');
      await copy('Quick');
      await page.getByRole('dialog').getByLabelText('uncle').fill('Bob');
      await release();
      await page.getByRole('button', { name: 'Copy prompt' }).click();
      await expect.poll(() => written.mock.calls).toEqual([['Dear Bob']]);
    });
  });

  it('shows no star that the server refused to set and to remove', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    for (const method of ['POST', 'DELETE']) {
      backend.on(method, '/rest/v1/favorites', () => promise);
    }
    backend.on('GET', '/rest/v1/favorites', () => json([]));
    await renderScreen(<List />);
    const star = page.getByRole('button', { name: 'Favourite Letter' });
    await star.click();
    await expect.element(star).toHaveAttribute('aria-pressed', 'true');
    await star.click();
    await expect.element(star).toHaveAttribute('aria-pressed', 'false');
    resolve(refusal(429, 'PGRST003', 'Too many requests'));
    await expect.poll(() => backend.sent('DELETE', '/rest/v1/favorites')).toHaveLength(1);
    await expect.element(page.getByText(messages.favorites.removeFailed)).toBeVisible();
    await expect.element(star).toHaveAttribute('aria-pressed', 'false');
  });

  it('starts another search and another order at the top of the page', async () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      row(`Letter ${index}`, { id: `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}` }),
    );
    backend.on('GET', prompts, () => json(many));
    backend.on('POST', byTitle, () => json(many));
    backend.on('POST', '/rest/v1/rpc/search_prompts', () => json([]));
    await renderScreen(<List />);
    const first = page.getByRole('link', { name: 'Letter 0' });
    await expect.element(first).toBeVisible();
    scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(first).not.toBeInViewport();
    await page.getByLabelText('Sort').selectOptions('Title');
    await expect.element(first).toBeInViewport();
    scrollTo(0, document.documentElement.scrollHeight);
    await search.fill('aunt');
    await expect.element(page.getByText('No prompts match “aunt”')).toBeInViewport();
  });

  it('filters by words in the search box', async () => {
    backend.on('POST', '/rest/v1/rpc/search_prompts', () => json([]));
    await renderScreen(<List />);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabelText('Category').selectOptions('AI & ML');
    await page.getByLabelText('Visibility').selectOptions('Public');
    await page.getByLabelText('Favourites only').click();
    await expect.element(search).toHaveValue('category:"AI & ML" is:public is:favourite');
    await expect.element(page.getByRole('button', { name: 'Filter (3)' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.element(search).toHaveValue('');
  });

  it('says that the list is loading', async () => {
    backend.on('GET', prompts, () => new Promise(() => {}));
    await renderScreen(<List />);
    const loading = page.getByText('Loading prompts...').first();
    await expect.element(loading).toBeVisible();
    // A text for screen readers only is one pixel wide.
    expect(loading.element().getBoundingClientRect().width).toBeGreaterThan(40);
  });

  it('says why the list is missing, and loads it again', async () => {
    backend.on('GET', prompts, () => refusal(400, 'P0001', 'no luck today'));
    await renderScreen(<List />);
    await expect.element(page.getByText('Error loading prompts: no luck today')).toBeVisible();
    backend.on('GET', prompts, () => json([row('Letter')]));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('link', { name: 'Letter' })).toBeVisible();
  });
});

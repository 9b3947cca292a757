import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { searchRow } from '#web/testing/search-row.ts';
import { joinTeams } from '#web/testing/serve-teams.ts';
import { Palette, type PaletteProps } from './palette.tsx';

const status = page.getByRole('status');
const box = page.getByRole('combobox');
const options = page.getByRole('option');
const used = { prompt: { id: 'p1', title: 'Weekly report', icon: null, favorites: [] } };

beforeEach(() => {
  backend.on('GET', '/rest/v1/chains', () => json([]));
});

/** Opens the palette of a person with one used prompt and two tags. */
async function openPalette(
  lastUsed: readonly unknown[] = [used],
  fixed: Partial<Pick<PaletteProps, 'pages' | 'actions'>> = {},
) {
  backend.on('GET', '/rest/v1/prompt_uses', () => json(lastUsed));
  backend.on('POST', '/rest/v1/rpc/my_tags', () =>
    json([
      { tag: 'mail', prompts: 2 },
      { tag: 'work', prompts: 1 },
    ]),
  );
  backend.on('GET', '/rest/v1/prompts', () => json([]));
  const calls = {
    openPath: vi.fn<(path: string) => void>(),
    copy: vi.fn<PaletteProps['copy']>(() => Promise.resolve(true)),
    copyPlain: vi.fn<(id: string) => void>(),
    close: vi.fn<() => void>(),
  };
  await renderScreen(
    <Palette
      pages={[{ id: 'library', label: 'Library', run: vi.fn<() => void>() }]}
      actions={[]}
      {...fixed}
      promptActions={({ id }, copy) => [
        { id: 'plain', label: 'Copy unfilled', run: () => calls.copyPlain(id) },
        { id: 'fill', label: 'Fill in', keepsOpen: true, run: copy },
      ]}
      copy={calls.copy}
      fillDescription="Fill in the variables."
      renderFillForm={({ title }, content, onClose) => (
        <button onClick={onClose}>{`Copy ${title}: ${content}`}</button>
      )}
      onOpenPath={calls.openPath}
      onClose={calls.close}
    />,
  );
  await expect.element(box).toHaveFocus();
  return calls;
}

describe('Palette', () => {
  it('starts with the prompts used last, and Enter opens one', async () => {
    const { openPath, close } = await openPalette();
    await expect.element(options.first()).toHaveTextContent('Weekly report');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => openPath.mock.calls).toEqual([['/app/prompts/p1']]);
    expect(close).toHaveBeenCalled();
  });

  it('copies with Ctrl and Enter, closes, and does not open', async () => {
    const { copy, openPath, close } = await openPalette();
    await expect.element(options.first()).toHaveTextContent('Weekly report');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(copy.mock.calls[0]?.[0]).toMatchObject({ id: 'p1' });
    await expect.poll(() => close.mock.calls.length).toBe(1);
    expect(openPath).not.toHaveBeenCalled();
  });

  it("shows a prompt's actions with Tab, and Escape leads back to the list", async () => {
    const { copyPlain, close } = await openPalette();
    await expect.element(options.first()).toHaveTextContent('Weekly report');
    await userEvent.keyboard('{Tab}');
    await expect.element(options.first()).toHaveTextContent('Copy unfilled');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(options.first()).toHaveTextContent('Weekly report');
    await expect.element(box).toHaveFocus();
    expect(close).not.toHaveBeenCalled();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.poll(() => copyPlain.mock.calls).toEqual([['p1']]);
  });

  it('stays open with the search when a copy fails', async () => {
    const { copy, close } = await openPalette();
    copy.mockResolvedValue(false);
    await expect.element(options.first()).toHaveTextContent('Weekly report');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => copy.mock.calls.length).toBe(1);
    await expect.element(box).toHaveFocus();
    expect(close).not.toHaveBeenCalled();
  });

  it('shows the form for variables in place of the results, and Escape leads back', async () => {
    const { copy, close } = await openPalette();
    copy.mockImplementation((_prompt, onFill) => {
      onFill('Dear {{name}}');
      return Promise.resolve(false);
    });
    const form = page.getByRole('button', { name: 'Copy Weekly report: Dear {{name}}' });
    await expect.element(options.first()).toHaveTextContent('Weekly report');
    for (const keys of ['{Control>}{Enter}{/Control}', '{Tab}{ArrowDown}{Enter}']) {
      await userEvent.keyboard(keys);
      await expect.element(page.getByRole('dialog', { name: 'Weekly report' })).toBeVisible();
      await expect.element(form).toBeVisible();
      await expect.element(box).not.toBeInTheDocument();
      await userEvent.keyboard('{Escape}');
      await expect.element(box).toHaveFocus();
      await expect.element(options.first()).toHaveTextContent('Weekly report');
    }
    expect(close).not.toHaveBeenCalled();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await form.click();
    expect(close).toHaveBeenCalled();
  });

  it('drops a text that arrives after the search went on', async () => {
    const { copy, close } = await openPalette();
    let arrive = (_copied: boolean) => {};
    copy.mockImplementation(async (_prompt, onFill) => {
      const copied = await new Promise<boolean>((resolve) => (arrive = resolve));
      if (!copied) onFill('Dear {{name}}');
      return copied;
    });
    await expect.element(options.first()).toHaveTextContent('Weekly report');
    for (const copied of [false, true]) {
      await box.fill('');
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await expect.element(page.getByText('Copying “Weekly report”…')).toBeVisible();
      await box.fill('#');
      arrive(copied);
      await expect.element(page.getByText('#mail', { exact: true })).toBeVisible();
      await expect.element(box).toHaveFocus();
    }
    expect(close).not.toHaveBeenCalled();
  });

  it('drops responses to outdated searches', async () => {
    const slow = Promise.withResolvers<Response>();
    backend.on('POST', '/rest/v1/rpc/search_prompts', async ({ body }) =>
      JSON.stringify(body).includes('slow') ? slow.promise : json([searchRow('Fast answer')]),
    );
    await openPalette();
    await box.fill('slow');
    const sent = () => backend.sent('POST', '/rest/v1/rpc/search_prompts').length;
    await expect.poll(sent).toBe(1);
    await box.fill('fast');
    await expect.element(options.filter({ hasText: 'Fast answer' })).toBeVisible();
    slow.resolve(json([searchRow('Slow answer')]));
    // The next search comes after what the response would have shown.
    await box.fill('faster');
    await expect.poll(sent).toBe(3);
    await expect.element(options.filter({ hasText: 'Fast answer' })).toBeVisible();
    await expect.element(options.filter({ hasText: 'Slow answer' })).not.toBeInTheDocument();
  });

  it('finds tags after #, and opens their prompts', async () => {
    const { openPath } = await openPalette();
    await box.fill('#ma');
    await expect.element(page.getByText('#mail', { exact: true })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => openPath.mock.calls)
      .toEqual([[`/app/library?q=${encodeURIComponent('tag:"mail"')}`]]);
  });

  it('starts with the newest prompts if none was used', async () => {
    await openPalette([]);
    await expect.poll(() => backend.sent('GET', '/rest/v1/prompts').length).toBe(1);
  });

  it('names the keys on one line', async () => {
    await page.viewport(1280, 800);
    await openPalette([]);
    await expect.element(status.getByText(/^Enter opens/)).toBeVisible();
    expect(status.element().clientHeight).toBeLessThan(40);
  });
});

const searchPath = '/rest/v1/rpc/search_prompts';

/** Answers searches by their scope. */
function onSearch(rows: Readonly<Record<string, readonly object[]>>): void {
  backend.on('POST', searchPath, ({ body }) => json(rows[(body as { scope: string }).scope] ?? []));
}

const searchedScopes = () =>
  backend.sent('POST', searchPath).map(({ body }) => (body as { scope: string }).scope);

/** Mary is in a team with a group and a chain, and somebody shares a prompt with her. */
function joinTeam(): void {
  joinTeams(['design', 'Design', 'viewer']);
  backend.on('GET', '/rest/v1/prompt_shares', () => json([{ id: 's1' }]));
  backend.on('GET', '/rest/v1/groups', ({ search }) =>
    json(
      search.get('team_id') === null
        ? []
        : [{ id: 'g1', name: 'Mailings', parent_id: null, team_id: 'design', prompts: [] }],
    ),
  );
  backend.on('GET', '/rest/v1/chains', ({ search }) =>
    json(
      search.get('team_id') === null
        ? []
        : [
            {
              id: 'c1',
              title: 'Mail launch',
              team_id: 'design',
              teams: { name: 'Design' },
              chain_runs: [],
              chain_prompts: [],
            },
          ],
    ),
  );
}

describe('Palette: what others share', () => {
  it('finds prompts, groups and chains of teams and shared prompts, own ones first', async () => {
    joinTeam();
    const { openPath } = await openPalette([]);
    onSearch({
      library: [searchRow('My mail', { group_name: 'Work' })],
      teams: [
        searchRow('Team mail', { team_id: 'design', user_id: 'ben' }),
        searchRow('My mail', { team_id: 'design' }),
      ],
      shared: [searchRow('Shared mail', { user_id: 'ben', author_name: 'Ben' })],
    });
    await box.fill('mail');
    await expect.element(options.nth(4)).toBeVisible();
    expect(options.elements().map((option) => option.textContent)).toEqual([
      expect.stringMatching(/^M?My mail.*Work$/),
      expect.stringMatching(/^T?Team mail.*Design$/),
      expect.stringMatching(/^S?Shared mail.*Shared by Ben$/),
      expect.stringMatching(/^Mailings.*Design$/),
      expect.stringMatching(/^Mail launch.*Design$/),
    ]);
    await expect.element(status).toHaveTextContent('5 found');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => openPath.mock.calls).toEqual([['/app/prompts/team-mail']]);
  });

  it('finds the page of a team', async () => {
    joinTeam();
    const { openPath } = await openPalette();
    onSearch({});
    await expect.element(page.getByRole('option', { name: 'Design' })).toBeVisible();
    await box.fill('desi');
    await expect.element(status).toHaveTextContent('1 found');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => openPath.mock.calls).toEqual([['/app/teams/design']]);
  });

  it('leads to all matches of a team where it shows only some', async () => {
    joinTeam();
    const { openPath } = await openPalette();
    const titles = Array.from({ length: 7 }, (_, number) => `Mail ${number}`);
    onSearch({
      teams: titles.map((title) => searchRow(title, { team_id: 'design' })),
      shared: [searchRow('Mail 0')],
    });
    await box.fill('mail');
    await expect.element(page.getByText(/^Showing \d+\. There are more\.$/)).toBeVisible();
    const all = page.getByRole('option', { name: /^Show all/ });
    await expect.element(all).toHaveLength(1);
    await page.getByRole('option', { name: 'Show all in Design' }).click();
    await expect.poll(() => openPath.mock.calls).toEqual([['/app/teams/design?q=mail']]);
  });

  it('shows close matches only where nothing matches exactly', async () => {
    joinTeam();
    await openPalette();
    onSearch({
      library: [searchRow('Made', { typo_forgiven: true })],
      teams: [searchRow('Made2mail', { team_id: 'design' })],
    });
    await box.fill('made2');
    await expect.element(options.getByText('Made2mail')).toBeVisible();
    await expect.element(options).toHaveLength(1);
    await expect.element(status).toHaveTextContent('1 found');
  });

  it('shows own prompts, and says that teams could not be searched', async () => {
    joinTeam();
    await openPalette();
    backend.on('POST', searchPath, ({ body }) =>
      (body as { scope: string }).scope === 'library'
        ? json([searchRow('My letter')])
        : refusal(400, '57014', 'too slow'),
    );
    await box.fill('letter');
    await expect.element(options.getByText('My letter')).toBeVisible();
    await expect.element(status).toHaveTextContent('1 found. Your teams could not be searched.');
  });

  it('searches the library only, for a person without teams and shares', async () => {
    await openPalette();
    onSearch({ library: [searchRow('My mail')] });
    await box.fill('mail');
    await expect.element(options.getByText('My mail')).toBeVisible();
    expect(searchedScopes()).toEqual(['library']);
    const named = ['/rest/v1/groups', '/rest/v1/chains'].flatMap((path) =>
      backend.sent('GET', path),
    );
    expect(named.filter(({ search }) => search.has('team_id'))).toEqual([]);
  });
});

it('counts the groups that match the start of a filter as found', async () => {
  backend.on('GET', '/rest/v1/groups', () =>
    json([
      { id: 'g1', name: 'Work', parent_id: null, prompts: [] },
      { id: 'g2', name: 'Mail', parent_id: 'g1', prompts: [] },
    ]),
  );
  await openPalette();
  onSearch({});
  await box.fill('in:ma');
  await expect.element(options.first()).toHaveTextContent('Work/Mail');
  await expect.element(status).toHaveTextContent('1 found');
});

describe('Palette: Enter before the results are there', () => {
  async function typeAndEnter(search: string) {
    const found = Promise.withResolvers<Response>();
    backend.on('POST', searchPath, () => found.promise);
    const page = vi.fn<() => void>();
    const leave = vi.fn<() => void>();
    const calls = await openPalette([], {
      pages: [{ id: 'library', label: 'Library', run: page }],
      actions: [{ id: 'leave', label: 'Sign Out', run: leave }],
    });
    await box.fill(search);
    await userEvent.keyboard('{Enter}');
    return { ...calls, page, leave, found };
  }

  it('opens the prompt that comes first, and runs no action that was first meanwhile', async () => {
    const { openPath, leave, found, close } = await typeAndEnter('out');
    await expect.poll(searchedScopes).toEqual(['library']);
    expect(close).not.toHaveBeenCalled();
    found.resolve(json([searchRow('Outline')]));
    await expect.poll(() => openPath.mock.calls).toEqual([['/app/prompts/outline']]);
    expect(leave).not.toHaveBeenCalled();
  });

  it('runs at once what stays first: a page that begins with the text', async () => {
    const { page: library } = await typeAndEnter('lib');
    await expect.poll(() => library.mock.calls.length).toBe(1);
  });

  it('forgets the key when more is typed', async () => {
    const { openPath, close, found } = await typeAndEnter('out');
    await userEvent.keyboard('li');
    found.resolve(json([searchRow('Outline')]));
    await expect.element(status).toHaveTextContent('1 found');
    expect(openPath).not.toHaveBeenCalled();
    expect(close).not.toHaveBeenCalled();
  });

  it.each([
    {
      when: 'there are only close matches',
      search: 'otuline',
      answer: () => json([searchRow('Outline', { typo_forgiven: true })]),
      text: 'No exact matches. Showing 1 close match.',
    },
    {
      when: 'the search fails',
      search: 'out',
      answer: () => refusal(400, '57014', 'too slow'),
      text: 'Your library could not be searched. Pages and actions still work.',
    },
  ])('runs nothing when $when', async ({ search, answer, text }) => {
    const { close, found } = await typeAndEnter(search);
    await expect.element(status).toHaveTextContent('Searching…');
    found.resolve(answer());
    await expect.element(status).toHaveTextContent(text);
    expect(close).not.toHaveBeenCalled();
  });
});

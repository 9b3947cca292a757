import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { connection } from '#web/data/backend/connection.ts';
import { OutboxNotice } from '#web/features/prompts/outbox/outbox-notice.tsx';
import {
  backend,
  json,
  noConnection,
  refusal,
  type BackendRequest,
} from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams } from '#web/testing/serve-teams.ts';
import { session } from '#web/testing/session.ts';
import { PromptPage } from './prompt-page.tsx';

const id = '00000000-0000-4000-8000-0000000000b1';
const team = '00000000-0000-4000-8000-0000000000d1';
const ben = '00000000-0000-4000-8000-00000000000b';
const text = page.getByRole('region', { name: 'Prompt', exact: true });
const about = page.getByRole('complementary', { name: 'About this prompt' });
const fill = page.getByRole('button', { name: 'Fill in and copy' });
const letter = 'Write {{words|number:100}} words in a {{tone|choice:dry,warm}} tone to {{name}}.';

const row = promptRow({
  id,
  content: letter,
  tags: ['mail'],
  version: 3,
  category: 'Communication',
  prompt_versions: [{ count: 3 }],
});

const versions = [3, 2, 1].map((number) => ({
  ...row,
  id: `00000000-0000-4000-8000-0000000000c${number}`,
  prompt_id: id,
  version_number: number,
  content: number === 3 ? letter : `Text ${number}`,
  change_description: `Change ${number}`,
  created_by: session.user.id,
  proposed_by: null,
}));

const copied = vi.fn<(text: string) => Promise<void>>();

beforeEach(async () => {
  copied.mockReset().mockResolvedValue();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
  await page.viewport(1280, 900);
});

/** Answers with the versions that a request asks for. */
function listVersions({ search }: BackendRequest): Response {
  const wanted = search.get('version_number');
  return json(versions.filter((each) => !wanted || wanted === `eq.${each.version_number}`));
}

async function openPage(fields: object = {}, respondVersions = listVersions) {
  backend.on('GET', '/rest/v1/readable_prompts', () => json([{ ...row, ...fields }]));
  backend.on('GET', '/rest/v1/prompt_versions', respondVersions);
  await renderScreen(
    <PromptPage home="/app" toPrompt={(other) => `/app/prompts/${other}`} />,
    '/app/prompts/:id',
    `/app/prompts/${id}`,
  );
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Letter');
}

describe('PromptPage', () => {
  it('shows variables by name, type and default, and fills the text while one types', async () => {
    await openPage();
    await expect
      .element(text)
      .toHaveTextContent('Write words number = 100 words in a tone choice = dry tone to name.');
    await about.getByLabelText('words').fill('25');
    await about.getByLabelText('tone').selectOptions('warm');
    await expect.element(text).toHaveTextContent('Write 25 words in a warm tone to name.');
    await about.getByRole('button', { name: 'Copy prompt' }).click();
    await expect
      .poll(() => copied.mock.calls)
      .toEqual([['Write 25 words in a warm tone to {{name}}.']]);
    expect(backend.sent('POST', '/rest/v1/prompt_uses')[0]?.body).toMatchObject({
      prompt_id: id,
      last_values: { words: '25', tone: 'warm' },
    });
  });

  it('has a field for each type, with the last value where it still fits', async () => {
    // The tone was removed since, and the number of words became text.
    await openPage({
      content: 'Write {{words}} words, {{tone|choice:dry,cool}}, about {{facts|long}}',
      prompt_uses: [
        {
          used_at: row.created_at,
          last_values: { words: '25', tone: 'warm', facts: 'One.\nTwo.' },
        },
      ],
    });
    await expect.element(about.getByLabelText('words')).toHaveValue('25');
    await expect.element(about.getByLabelText('tone')).toHaveValue('dry');
    const facts = about.getByLabelText('facts');
    await expect.element(facts).toHaveValue('One.\nTwo.');
    expect(facts.element().tagName).toBe('TEXTAREA');
    await expect
      .element(text)
      .toHaveTextContent('Write 25 words, tone choice = dry, about One. Two.');
    await fill.click();
    await expect.element(about.getByLabelText('tone')).toHaveFocus();
    await fill.click();
    await expect.poll(() => copied.mock.calls).toEqual([['Write 25 words, dry, about One.\nTwo.']]);
    await expect.element(page.getByText('Prompt copied to clipboard!')).toBeVisible();
    await expect.element(page.getByText('Last used', { exact: true })).toBeVisible();
  });

  it('names the team that a prompt belongs to, and leads there', async () => {
    joinTeams([team, 'Support desk', 'viewer']);
    await openPage({ team_id: team });
    await expect
      .element(about.getByRole('link', { name: 'Support desk' }))
      .toHaveAttribute('href', `/app/teams/${team}`);
  });

  it.each([
    ['its team', { team_id: team }, `/app/teams/${team}`],
    ['what others share', { user_id: ben, share_role: 'viewer' }, '/app/teams/shared'],
    ['the dashboard, for one of the public', { user_id: ben }, '/app'],
    ['the dashboard, for one in a team that was left', { team_id: ben }, '/app'],
  ])('opened by its address, leads back to %s', async (_library, fields, path) => {
    joinTeams([team, 'Support desk', 'viewer']);
    backend.on('GET', '/rest/v1/comments', () => json([]));
    await openPage(fields);
    await expect
      .element(page.getByRole('link', { name: 'Back', exact: true }))
      .toHaveAttribute('href', path);
  });

  it('leads to the first empty field, and copies when pressed again', async () => {
    await openPage({ prompt_uses: [{ used_at: row.created_at, last_values: { words: '7' } }] });
    await expect.element(about.getByLabelText('words')).toHaveValue('7');
    await fill.click();
    await expect.element(about.getByLabelText('tone')).toHaveFocus();
    expect(copied).not.toHaveBeenCalled();
    await fill.click();
    await expect
      .poll(() => copied.mock.calls)
      .toEqual([['Write 7 words in a dry tone to {{name}}.']]);
  });

  it('copies nothing while a value is invalid, and leads to it', async () => {
    await openPage();
    await about.getByLabelText('words').fill('a few');
    await fill.click();
    await expect.element(about.getByLabelText('words')).toHaveFocus();
    await expect.element(about.getByText('Enter a number.')).toBeVisible();
    expect(copied).not.toHaveBeenCalled();
  });

  it('empties the fields, also of the values used last', async () => {
    await openPage({ prompt_uses: [{ used_at: row.created_at, last_values: { name: 'Ada' } }] });
    await expect.element(text.getByText('Ada', { exact: true })).toBeVisible();
    await about.getByRole('button', { name: 'Clear' }).click();
    await expect.element(about.getByLabelText('name')).toHaveValue('');
    await expect.element(text.getByText('name', { exact: true })).toBeVisible();
  });

  it('asks in a dialog on a phone, with what was typed on the page', async () => {
    await page.viewport(360, 740);
    await openPage();
    await about.getByLabelText('name').fill('Ada');
    await fill.click();
    const dialog = page.getByRole('dialog', { name: 'Letter' });
    await expect.element(dialog.getByLabelText('name')).toHaveValue('Ada');
    await dialog.getByLabelText('words').fill('5');
    await userEvent.keyboard('{Escape}');
    await expect.element(about.getByLabelText('words')).toHaveValue('5');
  });

  it('fills the width of its bar with a short text, where the rail is below', async () => {
    await page.viewport(768, 900);
    await openPage({ content: 'Hi' });
    const right = (element: Element) => element.getBoundingClientRect().right;
    const copy = page.getByRole('button', { name: 'Copy', exact: true });
    expect(right(text.element())).toBe(right(copy.element()));
  });

  it('keeps the syntax of variables in a copied selection', async () => {
    await openPage();
    const paragraph = text.element().querySelector('p');
    getSelection()?.selectAllChildren(paragraph ?? document.body);
    const clipboardData = new DataTransfer();
    paragraph?.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
    );
    expect(clipboardData.getData('text/plain')).toBe(letter);
  });

  it('compares an earlier version with now, and returns to where it was chosen', async () => {
    await openPage();
    const second = about.getByRole('button', { name: /^Version 2/ });
    await second.click();
    await expect
      .element(page.getByRole('heading', { name: 'Version 2 compared with version 3' }))
      .toHaveFocus();
    await expect.element(text).not.toBeInTheDocument();
    await about.getByRole('button', { name: /^Version 1/ }).click();
    await expect
      .element(page.getByRole('heading', { name: 'Version 1 compared with version 3' }))
      .toHaveFocus();
    await page.getByRole('button', { name: 'Close Comparison' }).click();
    await expect.element(about.getByRole('button', { name: /^Version 1/ })).toHaveFocus();
    await expect.element(text).toBeVisible();
  });

  it('copies, stars and edits by the keys y, f and e', async () => {
    backend.on('POST', '/rest/v1/favorites', () => json(null, 201));
    await openPage({ content: 'Rain' });
    await userEvent.keyboard('y');
    await expect.poll(() => copied.mock.calls).toEqual([['Rain']]);
    await userEvent.keyboard('f');
    await expect
      .element(page.getByRole('button', { name: 'Favourite Letter' }))
      .toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('e');
    await expect.element(page.getByRole('dialog', { name: 'Edit Prompt' })).toBeVisible();
  });

  it('credits the author of a proposal in the short list of versions', async () => {
    backend.on('GET', '/rest/v1/profiles', () => json({ full_name: 'Ben', avatar_url: null }));
    const ben = '00000000-0000-4000-8000-0000000000bb';
    await openPage({}, () => json([{ ...versions[0], proposed_by: ben }, versions[1]]));
    const rows = about.getByRole('list', { name: 'Compare with now' }).getByRole('listitem');
    await expect
      .element(rows.nth(0).getByText('Version 3 · current · Proposed by Ben'))
      .toBeVisible();
    await expect.element(rows.nth(1).getByText('Proposed by')).not.toBeInTheDocument();
  });

  it('offers to load the versions again when that failed', async () => {
    await openPage({}, () => refusal(500, 'XX000', 'broken'));
    const retry = about.getByRole('button', { name: 'Try again' });
    await expect.element(retry).toBeVisible();
    backend.on('GET', '/rest/v1/prompt_versions', listVersions);
    await retry.click();
    await expect.element(about.getByText('Change 2')).toBeVisible();
  });

  it('opens the history under its button, and closes it', async () => {
    await openPage();
    const toggle = page.getByRole('button', { name: /^Version History/ });
    await expect.element(toggle.getByText(/Coming Soon/)).toBeVisible();
    await toggle.click();
    const history = page.getByRole('list', { name: 'Versions' });
    await expect.element(history.getByRole('listitem')).toHaveLength(3);
    await toggle.click();
    await expect.element(history).not.toBeInTheDocument();
  });

  it('shows markup and right-to-left text as text', async () => {
    const title = '👩🏽‍🚀 مرحبا <script>document.title = "owned"</script>';
    const content = `اكتب رسالة إلى {{الاسم}}.\n<img src=x onerror="document.title = 'owned'">\u202Ereversed\u202C`;
    backend.on('GET', '/rest/v1/readable_prompts', () => json([{ ...row, title, content }]));
    backend.on('GET', '/rest/v1/prompt_versions', listVersions);
    await renderScreen(
      <PromptPage home="/app" toPrompt={(other) => `/app/prompts/${other}`} />,
      '/app/prompts/:id',
      `/app/prompts/${id}`,
    );
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveTextContent(title);
    expect(getComputedStyle(heading.element()).unicodeBidi).toBe('plaintext');
    await expect.element(text.getByText(/<img src=x onerror=/)).toBeVisible();
    await expect.element(about.getByLabelText('الاسم')).toBeVisible();
    expect(document.title).not.toBe('owned');
  });

  it('says that the clipboard refused a copy', async () => {
    await openPage({ content: 'Rain' });
    copied.mockRejectedValue(new Error('refused'));
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.element(page.getByText('Failed to copy prompt')).toBeVisible();
  });

  it('copies the link of a public prompt, and offers none of a private one', async () => {
    backend.on('GET', '/rest/v1/comments', () => json([]));
    await openPage({ is_public: true });
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect.element(page.getByText('Sharing link copied to clipboard!')).toBeVisible();
    expect(copied.mock.calls).toEqual([[`${location.origin}/p/${id}`]]);
    await cleanup();
    await openPage();
    await expect
      .element(page.getByRole('button', { name: 'Share', exact: true }))
      .not.toBeInTheDocument();
  });

  it('scrolls to the history that opens below the window', async () => {
    await page.viewport(390, 500);
    await openPage();
    const history = page.getByRole('region', { name: 'Version History' });
    const button = history.getByRole('button', { name: /^Version History/ });
    button.element().scrollIntoView({ block: 'end' });
    (button.element() as HTMLElement).focus({ preventScroll: true });
    await userEvent.keyboard('{Enter}');
    await expect.element(history.getByText('Select two versions to compare.')).toBeInViewport();
  });
});

describe('PromptPage, with changes that are queued', () => {
  const outbox = page.getByRole('region', { name: 'Unsynced changes' });
  const number = (version: number) => page.getByText(`Version ${version}`, { exact: true });

  /** Edits the content, and saves. */
  async function change(content: string) {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Edit Prompt' });
    await editor.getByLabelText('Content').fill(content);
    await editor.getByRole('button', { name: 'Update Prompt' }).click();
    await expect.element(editor).not.toBeInTheDocument();
  }

  it('shows the version of the server, and goes on with it when they are sent', async () => {
    onTestFinished(() => connection.report(true));
    const stored = ['Before the tunnel'];
    const isOnline = () => !connection.isOffline();
    backend.on('GET', '/rest/v1/readable_prompts', () =>
      json([{ ...row, version: stored.length, content: stored.at(-1) }]),
    );
    backend.on('GET', '/rest/v1/prompt_versions', () => json([]));
    backend.on('PATCH', '/rest/v1/prompts', noConnection);
    await renderScreen(
      <>
        <OutboxNotice />
        <PromptPage home="/app" toPrompt={(other) => `/app/prompts/${other}`} />
      </>,
      '/app/prompts/:id',
      `/app/prompts/${id}`,
    );
    await change('Before the tunnel');
    await expect.element(outbox.getByRole('listitem')).toHaveLength(1);
    await expect.element(number(1)).toBeVisible();
    await change('In the tunnel');
    await expect.element(outbox.getByRole('listitem')).toHaveLength(2);
    await expect.element(text).toHaveTextContent('In the tunnel');
    await expect.element(number(1)).toBeVisible();

    backend.on('PATCH', '/rest/v1/prompts', ({ search, body }) => {
      if (search.get('version') !== `eq.${stored.length}`) return json([]);
      const { content } = body as { readonly content: string };
      if (content !== stored.at(-1)) stored.push(content);
      return json([{ version: stored.length }]);
    });
    window.dispatchEvent(new Event('online'));
    await expect.element(outbox).not.toBeInTheDocument();
    await expect.poll(isOnline).toBe(true);
    await expect.element(number(2)).toBeVisible();
    await change('After the tunnel');
    await expect.element(number(3)).toBeVisible();
    expect(stored).toEqual(['Before the tunnel', 'In the tunnel', 'After the tunnel']);
  });
});

describe('PromptPage, without its prompt', () => {
  async function openMissing(promptId = id) {
    const { currentPath } = await renderScreen(
      <PromptPage home="/app/library" toPrompt={(other) => `/app/prompts/${other}`} />,
      '/app/library/prompt/:id',
      `/app/library/prompt/${promptId}`,
    );
    await expect.element(page.getByText('Error loading prompt', { exact: true })).toBeVisible();
    return currentPath;
  }

  it.each([
    ['an unknown or unreadable prompt', id],
    ['an id that is none', 'no-uuid'],
    ['an id of SQL', encodeURIComponent("x'; drop table prompts")],
  ])('says so for %s, and leads back', async (_, promptId) => {
    backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
    const currentPath = await openMissing(promptId);
    await expect.element(page.getByText(/may have been deleted/)).toBeVisible();
    await expect.element(page.getByText(/permission/)).toBeVisible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect.poll(currentPath).toBe('/app/library');
  });

  it('says why it failed to load, and loads it on retry', async () => {
    backend.on('GET', '/rest/v1/readable_prompts', () =>
      refusal(503, 'PGRST000', 'The database rests'),
    );
    await openMissing();
    await expect.element(page.getByText(/^The server is busy/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
    backend.on('GET', '/rest/v1/readable_prompts', () => json([row]));
    backend.on('GET', '/rest/v1/prompt_versions', listVersions);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Letter');
  });

  it('leads back while the prompt is loading', async () => {
    backend.on('GET', '/rest/v1/readable_prompts', () => new Promise(() => undefined));
    await renderScreen(
      <PromptPage home="/app" toPrompt={(other) => `/app/prompts/${other}`} />,
      '/app/prompts/:id',
      `/app/prompts/${id}`,
    );
    await expect.element(page.getByText('Loading prompt')).toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/app');
  });
});

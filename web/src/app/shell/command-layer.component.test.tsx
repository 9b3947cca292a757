import { useEffect, useState } from 'react';
import { useNavigate, type NavigateFunction } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams } from '#web/testing/serve-teams.ts';
import CommandLayer from './command-layer.tsx';
import type { Overlay } from './commands.ts';

const id = '00000000-0000-4000-8000-0000000000b1';
const box = page.getByRole('combobox');
const options = page.getByRole('option');
const form = page.getByRole('dialog', { name: 'Letter' });
const preview = form.getByRole('region', { name: 'Preview' });

/** Opens the palette over an empty page, for a person who used a prompt with a variable. */
async function openPalette({ starred = false } = {}) {
  const favorites = starred ? [{ user_id: 'mary' }] : [];
  const prompt = { id, title: 'Letter', icon: null, favorites };
  backend.on('GET', '/rest/v1/prompt_uses', () => json([{ prompt }]));
  joinTeams(['t1', 'Writers', 'viewer']);
  for (const table of ['groups', 'chains', 'prompts']) {
    backend.on('GET', `/rest/v1/${table}`, () => json([]));
  }
  backend.on('GET', '/rest/v1/readable_prompts', () =>
    json([
      {
        ...prompt,
        content: 'Dear {{name}}, {{topic:thanks}}',
        tags: [],
        version: 1,
        prompt_uses: [{ used_at: '2026-01-01T00:00:00Z', last_values: { name: 'Ada' } }],
        prompt_versions: [],
        prompt_stats: null,
        takedowns: null,
      },
    ]),
  );
  const screen = await renderScreen(<Layer />);
  await expect.element(options.first()).toHaveTextContent('Letter');
  return screen;
}

function Layer() {
  const [opened, setOpened] = useState<Overlay | null>('palette');
  return <CommandLayer opened={opened} onOpen={setOpened} onClose={() => setOpened(null)} />;
}

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  writeText.mockReset().mockResolvedValue();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  // As a browser does, which writes once the text has arrived.
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    const blob = await item?.getType('text/plain');
    await writeText((await blob?.text()) ?? '');
  });
});

describe('CommandLayer', () => {
  it('fills in a prompt inside the palette, copies it and closes', async () => {
    await openPalette();
    await expectAccessible(page.getByRole('dialog'));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(form.getByLabelText('name')).toHaveFocus();
    await expect.element(form.getByLabelText('name')).toHaveValue('Ada');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expect.element(preview).toHaveTextContent('Dear Ada, thanks');
    await form.getByLabelText('topic').fill('hello');
    await expect.element(preview).toHaveTextContent('Dear Ada, hello');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => writeText.mock.calls).toEqual([['Dear Ada, hello']]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    const [use] = backend.sent('POST', '/rest/v1/prompt_uses');
    expect(use?.body).toMatchObject({ last_values: { name: 'Ada', topic: 'hello' } });
  });

  it('keeps what was typed into the form when Escape leads back to the results', async () => {
    await openPalette();
    await userEvent.keyboard('{Tab}{ArrowDown}{Enter}');
    await form.getByLabelText('name').fill('Grace');
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(form.getByLabelText('name')).toHaveValue('Grace');
  });

  it('stays with the form when the copy fails', async () => {
    await openPalette();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(form.getByLabelText('name')).toHaveFocus();
    writeText.mockRejectedValueOnce(new Error('refused'));
    await form.getByRole('button', { name: 'Copy prompt' }).click();
    await expect.poll(() => writeText.mock.calls.length).toBe(1);
    await expect.element(form.getByLabelText('name')).toHaveValue('Ada');
  });

  it('adds a prompt to the favourites', async () => {
    await openPalette();
    backend.on('POST', '/rest/v1/favorites', () => json(null, 201));
    await userEvent.keyboard('{Tab}');
    await page.getByRole('option', { name: 'Add to favourites' }).click();
    await expect.poll(() => backend.sent('POST', '/rest/v1/favorites').length).toBe(1);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([
    ['Shared with me', '/app/teams/shared'],
    ['Proposals', '/app/proposals'],
    ['Writers', '/app/teams/t1'],
  ])('goes to %s', async (name, path) => {
    backend.on('POST', '/rest/v1/rpc/search_prompts', () => json([]));
    const { currentPath } = await openPalette();
    await box.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
    await expect.poll(currentPath).toBe(path);
  });

  it('removes a favourite', async () => {
    await openPalette({ starred: true });
    backend.on('DELETE', '/rest/v1/favorites', () => json([]));
    await userEvent.keyboard('{Tab}');
    await page.getByRole('option', { name: 'Remove from favourites' }).click();
    await expect.poll(() => backend.sent('DELETE', '/rest/v1/favorites').length).toBe(1);
  });
});

describe('CommandLayer, with a new prompt', () => {
  const team = '00000000-0000-4000-8000-0000000000a1';
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  let navigate: NavigateFunction;

  function NewPrompt() {
    const [opened, setOpened] = useState<Overlay | null>('new-prompt');
    const go = useNavigate();
    useEffect(() => {
      navigate = go;
    });
    return <CommandLayer opened={opened} onOpen={setOpened} onClose={() => setOpened(null)} />;
  }

  it.each([
    ['the own library', '/app/library', `/app/teams/${team}`, null],
    ["a team's", `/app/teams/${team}`, '/app/library', team],
  ])('stores it in %s, where it was begun, after Back', async (_, start, other, teamId) => {
    joinTeams([team, 'Writers', 'editor']);
    backend.on('POST', '/rest/v1/prompts', ({ body }) => json([body], 201));
    const { currentPath } = await renderScreen(<NewPrompt />, '*', start);
    await panel.getByLabelText('Title').fill('Diary');
    await panel.getByLabelText('Content').fill('Nobody reads this');
    void navigate(other);
    await expect.poll(currentPath).toBe(other);
    await expect.element(panel.getByLabelText('Title')).toHaveValue('Diary');
    await panel.getByRole('button', { name: 'Create Prompt' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    expect(backend.sent('POST', '/rest/v1/prompts')[0]?.body).toMatchObject({ team_id: teamId });
  });
});

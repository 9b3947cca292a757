import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Palette } from './palette.tsx';

const box = page.getByRole('combobox');
const options = page.getByRole('option');
const used = { prompt: { id: 'p1', title: 'Weekly report', icon: null } };

/** Opens the palette of a person with one used prompt and two tags. */
async function openPalette(lastUsed: readonly unknown[] = [used]) {
  backend.on('GET', '/rest/v1/prompt_uses', () => json(lastUsed));
  backend.on('GET', '/rest/v1/groups', () => json([]));
  backend.on('GET', '/rest/v1/chains', () => json([]));
  backend.on('POST', '/rest/v1/rpc/my_tags', () =>
    json([
      { tag: 'mail', prompts: 2 },
      { tag: 'work', prompts: 1 },
    ]),
  );
  backend.on('GET', '/rest/v1/prompts', () => json([]));
  const calls = {
    openPath: vi.fn<(path: string) => void>(),
    copy: vi.fn<(id: string) => void>(),
    copyPlain: vi.fn<(id: string) => void>(),
    close: vi.fn<() => void>(),
  };
  await renderScreen(
    <Palette
      pages={[{ id: 'library', label: 'Library', run: vi.fn<() => void>() }]}
      actions={[]}
      promptCommands={({ id }) => ({
        runInstead: () => calls.copy(id),
        actions: [{ id: 'plain', label: 'Copy unfilled', run: () => calls.copyPlain(id) }],
      })}
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

  it('copies with Ctrl and Enter, and does not open', async () => {
    const { copy, openPath } = await openPalette();
    await expect.element(options.first()).toHaveTextContent('Weekly report');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(copy).toHaveBeenCalledWith('p1');
    expect(openPath).not.toHaveBeenCalled();
  });

  it("shows a prompt's actions with Tab, and Escape leads back to the list", async () => {
    const { copyPlain, close } = await openPalette();
    await expect.element(options.first()).toHaveTextContent('Weekly report');
    await userEvent.keyboard('{Tab}');
    await expect.element(options).toHaveTextContent('Copy unfilled');
    await userEvent.keyboard('{Escape}');
    await expect.element(options.first()).toHaveTextContent('Weekly report');
    expect(close).not.toHaveBeenCalled();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.poll(() => copyPlain.mock.calls).toEqual([['p1']]);
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
});

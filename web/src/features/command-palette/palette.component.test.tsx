import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Palette, type PaletteProps } from './palette.tsx';

const box = page.getByRole('combobox');
const options = page.getByRole('option');
const used = { prompt: { id: 'p1', title: 'Weekly report', icon: null, favorites: [] } };

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
    copy: vi.fn<PaletteProps['copy']>(() => Promise.resolve(true)),
    copyPlain: vi.fn<(id: string) => void>(),
    close: vi.fn<() => void>(),
  };
  await renderScreen(
    <Palette
      pages={[{ id: 'library', label: 'Library', run: vi.fn<() => void>() }]}
      actions={[]}
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
    await userEvent.keyboard('{Escape}');
    await expect.element(options.first()).toHaveTextContent('Weekly report');
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

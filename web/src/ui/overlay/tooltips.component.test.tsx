import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Button, IconButton } from '../form/button.tsx';
import { MoreButton } from './more-button.tsx';
import { Menu } from './overlays.tsx';
import { installTooltips } from './tooltips.ts';

installTooltips();

const tooltip = () => document.querySelector<HTMLElement>('.tooltip:popover-open');

async function renderButton() {
  const onClick = vi.fn<() => void>();
  await renderScreen(
    <IconButton label="Copy Letter" title="Copy" onClick={onClick}>
      x
    </IconButton>,
  );
  return { onClick, button: page.getByRole('button', { name: 'Copy Letter' }) };
}

describe('tooltips', () => {
  it('show on keyboard focus, and hide with Escape', async () => {
    await renderButton();
    await userEvent.tab();
    await expect.poll(() => tooltip()?.textContent).toBe('Copy');
    // The page moves under a resting pointer.
    document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    expect(tooltip()?.textContent).toBe('Copy');
    await userEvent.keyboard('{Escape}');
    await expect.poll(tooltip).toBeNull();
  });

  it('show under a resting pointer, and hide when it leaves', async () => {
    const { button } = await renderButton();
    await button.hover();
    await expect.poll(() => tooltip()?.textContent).toBe('Copy');
    await userEvent.unhover(button);
    await expect.poll(tooltip).toBeNull();
  });

  it('stay away while the menu of the control is open', async () => {
    await renderScreen(
      <Menu
        trigger={<MoreButton label="More actions" />}
        items={[{ label: 'Duplicate', onSelect: () => undefined }]}
      />,
    );
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
    // The button rests under the pointer for longer than tooltips take to show.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(tooltip()).toBeNull();
  });

  it.each([
    { look: '', shows: null },
    { look: 'sr-only', shows: 'Export' },
  ])('show $shows beside a label with the class "$look"', async ({ look, shows }) => {
    await renderScreen(
      <Button data-tooltip="Export">
        <span className={look}>Export</span>
      </Button>,
    );
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Export' })).toHaveFocus();
    expect(tooltip()?.textContent ?? null).toBe(shows);
  });

  it('show while a finger holds the control, which is not pressed', async () => {
    const { button, onClick } = await renderButton();
    const element = button.element();
    const touch = { bubbles: true, cancelable: true, pointerType: 'touch' };
    element.dispatchEvent(new PointerEvent('pointerdown', touch));
    await expect.poll(() => tooltip()?.textContent).toBe('Copy');
    element.dispatchEvent(new PointerEvent('pointerup', touch));
    element.dispatchEvent(new PointerEvent('click', touch));
    expect(onClick).not.toHaveBeenCalled();
  });

  it('leave a short touch alone', async () => {
    const { button, onClick } = await renderButton();
    const touch = { bubbles: true, cancelable: true, pointerType: 'touch' };
    for (const type of ['pointerdown', 'pointerup', 'click']) {
      button.element().dispatchEvent(new PointerEvent(type, touch));
    }
    expect(onClick).toHaveBeenCalledOnce();
    expect(tooltip()).toBeNull();
  });
});

import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Menu } from './overlays.tsx';

it.each([1, 2])('focuses the first item when a key opens it (time %i)', async (time) => {
  await renderScreen(
    <Menu
      trigger={<button type="button">Actions</button>}
      items={[
        { label: 'Edit', onSelect: () => undefined },
        { label: 'Delete', onSelect: () => undefined },
      ]}
    />,
  );
  await userEvent.tab();
  for (let opened = 1; opened < time; opened += 1) {
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button')).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();
});

it('keeps what destroys apart from the other items', async () => {
  await renderScreen(
    <Menu
      trigger={<button type="button">Actions</button>}
      items={[
        { label: 'Edit', onSelect: () => undefined },
        { label: 'Delete', danger: true, onSelect: () => undefined },
      ]}
    />,
  );
  await page.getByRole('button').click();
  await expect.element(page.getByRole('separator')).toBeInTheDocument();
});

it('fits into a low window, and scrolls to the item that a key reaches', async () => {
  await page.viewport(640, 200);
  await renderScreen(
    <Menu
      trigger={<button type="button">Actions</button>}
      items={['Edit', 'Move', 'Copy', 'Share', 'Print', 'Delete'].map((label) => ({
        label,
        onSelect: () => undefined,
      }))}
    />,
  );
  await page.getByRole('button').click();
  const menu = page.getByRole('menu');
  await expect
    .poll(() => menu.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(innerHeight);
  await userEvent.keyboard('{End}');
  const last = page.getByRole('menuitem', { name: 'Delete' });
  await expect.element(last).toHaveFocus();
  await expect.element(last).toBeInViewport({ ratio: 1 });
});

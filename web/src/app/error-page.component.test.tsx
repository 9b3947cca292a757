import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { PageProblem } from './error-page.tsx';

const unloaded = new TypeError('Failed to fetch dynamically imported module: /assets/chains.js');

it.each([
  ['says that it needs a connection, if the device is offline', unloaded, "You're offline"],
  ['says that something went wrong, if its script failed', new Error('x'), 'Something went wrong'],
])('a page that does not open %s', async (_name, error, title) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await renderScreen(<PageProblem error={error} />);
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

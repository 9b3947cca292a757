import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { RunLoader } from './run-loader.tsx';

it('leads to the list of runs if there is no such run', async () => {
  const { currentPath } = await renderScreen(
    <RunLoader id="nothing">{() => 'A run'}</RunLoader>,
    '/app/chains/runs/:id',
    '/app/chains/runs/nothing',
  );
  await expect.element(page.getByText('Run not found').first()).toBeVisible();
  expect(currentPath()).toBe('/app/chains/runs');
});

import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Component as Groups } from './groups.tsx';
import { Component as Library } from './library.tsx';
import { Component as Teams } from './teams/teams.tsx';
import { Component as Webhooks } from './webhooks.tsx';

it.each([
  { Page: Groups, title: /^No groups yet/, button: 'New Group' },
  { Page: Teams, title: 'No teams yet', button: 'New Team' },
  { Page: Webhooks, title: 'No webhooks yet', button: 'New Webhook' },
  { Page: Library, title: /^No prompts found/, button: 'New Prompt' },
  // A phone's header has no room for it.
  { Page: Library, title: /^No prompts found/, button: 'New Prompt', width: 360 },
])('offers $button once while there is none', async ({ Page, title, button, width = 1280 }) => {
  await page.viewport(width, 900);
  for (const source of [
    'groups',
    'team_members',
    'webhooks',
    'rpc/my_team_invitations',
    'prompts',
    'favorites',
  ]) {
    backend.on('GET', `/rest/v1/${source}`, () => json([]));
  }
  backend.on('POST', '/rest/v1/rpc/count_prompts', () => json(0));
  await renderScreen(<Page />);
  await expect.element(page.getByText(title)).toBeVisible();
  expect(page.getByRole('button', { name: button }).elements()).toHaveLength(1);
});

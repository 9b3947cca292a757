import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Component as Groups } from './groups.tsx';
import { Component as Teams } from './teams/teams.tsx';
import { Component as Webhooks } from './webhooks.tsx';

it.each([
  { Page: Groups, title: /^No groups yet/, button: 'New Group' },
  { Page: Teams, title: 'No teams yet', button: 'New Team' },
  { Page: Webhooks, title: 'No webhooks yet', button: 'New Webhook' },
])('offers $button once while there is none', async ({ Page, title, button }) => {
  for (const source of ['groups', 'team_members', 'webhooks', 'rpc/my_team_invitations']) {
    backend.on('GET', `/rest/v1/${source}`, () => json([]));
  }
  await renderScreen(<Page />);
  await expect.element(page.getByText(title)).toBeVisible();
  expect(page.getByRole('button', { name: button }).elements()).toHaveLength(1);
});

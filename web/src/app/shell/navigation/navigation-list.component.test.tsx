import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { NavigationList } from './navigation-list.tsx';
import { navigation } from './navigation.ts';

it('counts what waits for an answer: invitations to teams and proposals', async () => {
  const invitation = { id: 'i1', team_id: 't1', team_name: 'Writers', role: 'viewer' };
  backend.on('GET', '/rest/v1/rpc/my_team_invitations', () => json([invitation]));
  backend.on('GET', '/rest/v1/rpc/count_open_proposals', () => json(100));
  backend.on('GET', '/rest/v1/rpc/my_offered_prompts', () => json([]));
  const items = navigation(runtimeConfig().links);
  await renderScreen(<NavigationList items={items} collapsed={false} isSettled />, '*', '/app');
  for (const name of ['Teams 1 to answer', 'Proposals 99+ to review']) {
    await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible();
  }
});

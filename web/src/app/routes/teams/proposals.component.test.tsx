import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Component as Proposals } from './proposals.tsx';

const listing = '/rest/v1/rpc/my_proposals';
const proposals = page.getByRole('list', { name: 'Proposals' });

function proposal(id: string, fields: object = {}) {
  return {
    id,
    prompt_title: 'Letter',
    prompt_icon: null,
    team_name: null,
    author_name: 'Ben',
    author_avatar: null,
    message: 'Banks ask for it.',
    state: 'open',
    created_at: '2026-01-01T00:00:00+00:00',
    answered_at: null,
    reviewer_name: null,
    ...fields,
  };
}

it('names who proposed what to which team, and opens it', async () => {
  backend.on('GET', listing, () =>
    json([proposal('p1', { team_name: 'Writers' }), proposal('p2', { author_name: null })]),
  );
  const { currentPath } = await renderScreen(<Proposals />, '*', '/app/proposals');
  await expect.element(proposals.getByText('Ben · Writers · Banks ask for it.')).toBeVisible();
  await expect.element(proposals.getByText('Anonymous · Banks ask for it.')).toBeVisible();
  await proposals.getByRole('link', { name: 'Letter' }).first().click();
  expect(currentPath()).toBe('/app/proposals/p1');
});

it('lists sent proposals with their answers', async () => {
  backend.on('GET', listing, ({ search }) => {
    const isSent = search.get('box') === 'sent';
    if (!isSent || search.get('is_open') === 'true') return json([]);
    const answer = { answered_at: '2026-01-02T00:00:00+00:00', reviewer_name: 'Ada' };
    return json([proposal('p1', { state: 'declined', ...answer })]);
  });
  await renderScreen(<Proposals />, '*', '/app/proposals');
  await expect.element(page.getByText('Nothing to review')).toBeVisible();
  await page.getByRole('tab', { name: 'Sent' }).click();
  await expect.element(page.getByText('No open proposals')).toBeVisible();
  await page.getByText('Answered', { exact: true }).click();
  await expect.element(proposals.getByText(/^Declined by Ada/)).toBeVisible();
});

it('says why proposals could not be loaded, and tries again', async () => {
  backend.on('GET', listing, () => refusal(503, 'PGRST000', 'The database is busy'));
  await renderScreen(<Proposals />, '*', '/app/proposals');
  await expect.element(page.getByText('The proposals could not be loaded')).toBeVisible();
  backend.on('GET', listing, () => json([proposal('p1')]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(proposals.getByText(/Ben/)).toBeVisible();
});

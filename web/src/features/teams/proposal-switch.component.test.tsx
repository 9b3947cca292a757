import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { buildTeam } from '#web/data/teams/testing/build-team.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ProposalSwitch } from './proposal-switch.tsx';

const teams = '/rest/v1/teams';
const setting = page.getByRole('switch', { name: 'Changes to what is released need a proposal' });

const render = () => renderScreen(<ProposalSwitch team={buildTeam('t1', 'owner')} />);

it('answers before the next frame, and stores the choice for the team', async () => {
  const stored = Promise.withResolvers<undefined>();
  backend.on('PATCH', teams, async () => {
    await stored.promise;
    return json([{ id: 't1' }]);
  });
  await render();
  const element = setting.element();
  const shown: boolean[] = [];
  element.addEventListener('click', () =>
    requestAnimationFrame(() => shown.push(element.matches(':checked'))),
  );
  await setting.click();
  await expect.element(setting).toBeChecked();
  expect(shown).toEqual([true]);
  await expect
    .poll(() => backend.sent('PATCH', teams)[0]?.body)
    .toEqual({ released_by_proposal: true });
  expect(backend.sent('PATCH', teams)[0]?.search.get('id')).toBe('eq.t1');
  stored.resolve(undefined);
});

it('sends a second press after the first, so that the last one is stored', async () => {
  const first = Promise.withResolvers<undefined>();
  const stored: unknown[] = [];
  backend.on('PATCH', teams, async ({ body }) => {
    if (backend.sent('PATCH', teams).length === 1) await first.promise;
    stored.push(body);
    return json([{ id: 't1' }]);
  });
  await render();
  await setting.click();
  await setting.click();
  await expect.element(setting).not.toBeChecked();
  first.resolve(undefined);
  await expect
    .poll(() => stored)
    .toEqual([{ released_by_proposal: true }, { released_by_proposal: false }]);
});

it('goes back, and says why, when the server refuses', async () => {
  const reason = 'Only owners change this';
  backend.on('PATCH', teams, () => refusal(403, '42501', reason));
  await render();
  await setting.click();
  await expect.element(page.getByText(reason)).toBeVisible();
  await expect.element(setting).not.toBeChecked();
});

import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryKeys } from '#web/data/query-keys.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { PlanSection } from './plan-section.tsx';

const path = '/rest/v1/subscriptions';
const requestCount = () => backend.sent('GET', path).length;

/** The section, which a button removes and shows again, as leaving the page does. */
function Visit() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        {isShown ? 'Leave' : 'Return'}
      </button>
      {isShown ? <PlanSection user={session.user} /> : null}
    </>
  );
}

async function leaveAndReturn(): Promise<void> {
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Return' }).click();
}

const expectPlan = (name: string) =>
  expect.element(page.getByText(name, { exact: true })).toBeVisible();

it('asks for the subscription again after a minute', async () => {
  let now = Date.now();
  // Fake timers would run on while the test waits for an element.
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  backend.on('GET', path, () => json([{ status: 'active' }]));
  await renderScreen(<Visit />);
  await expectPlan('Premium Plan');
  const sentBefore = requestCount();

  backend.on('GET', path, () => json([{ status: 'canceled' }]));
  now += 59_000;
  await leaveAndReturn();
  await expectPlan('Premium Plan');
  expect(requestCount()).toBe(sentBefore);

  now += 2_000;
  await leaveAndReturn();
  await expectPlan('Currently Free');
});

it('counts as not subscribed after two retries', async () => {
  backend.on('GET', path, () => refusal(500, 'XX000', 'away'));
  const { client } = await renderScreen(<Visit />);
  await expectPlan('Currently Free');
  // Strict mode starts and aborts a request of its own.
  const state = client.getQueryState(queryKeys.subscriptions.detail(session.user.id));
  expect(state?.fetchFailureCount).toBe(3);
});

import { useState } from 'react';
import { Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { auth } from '#web/data/backend/client.ts';
import { PlanSection } from '#web/features/account/plan-section.tsx';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { Component as PaymentSuccess } from './payment-success.tsx';

/** A person's plan, and the page after the payment, which the button opens. */
function Payment() {
  const [isPaid, setPaid] = useState(false);
  return (
    <>
      <PlanSection user={session.user} />
      <button type="button" onClick={() => setPaid(true)}>
        Pay
      </button>
      {isPaid ? <PaymentSuccess /> : null}
    </>
  );
}

it('asks for the subscription again', async () => {
  backend.on('GET', '/rest/v1/subscriptions', () => json([]));
  await renderScreen(<Payment />);
  await expect.element(page.getByText('Currently Free')).toBeVisible();
  backend.on('GET', '/rest/v1/subscriptions', () => json([{ status: 'active' }]));
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.element(page.getByText('Premium Plan', { exact: true })).toBeVisible();
});

const shownText = () => page.getByRole('timer').query()?.textContent;

/** Opens the page, and lets its five seconds pass. Returns the path it leads to. */
async function countDown() {
  const { setTimeout } = globalThis;
  const seconds: (() => void)[] = [];
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    delay?: number,
  ) => {
    if (delay !== 1_000) return setTimeout(run, delay);
    seconds.push(run);
    return 0;
  }) as typeof setTimeout);
  const { currentPath } = await renderScreen(
    <Routes>
      <Route path="/payment-success" element={<PaymentSuccess />} />
      <Route path="*" element={null} />
    </Routes>,
    '*',
    '/payment-success',
  );
  for (const left of ['5 seconds', '4 seconds', '3 seconds', '2 seconds', '1 second']) {
    await expect.element(page.getByRole('timer')).toHaveTextContent(`Redirecting in ${left}.`);
    expect(currentPath()).toBe('/payment-success');
    await vi.waitUntil(() => {
      if (shownText() !== `Redirecting in ${left}.`) return true;
      // The page may begin the second later than it shows the number.
      seconds.pop()?.();
      return false;
    }, 60_000);
  }
  timers.mockRestore();
  return currentPath;
}

it('leads to the dashboard after five seconds', async () => {
  const currentPath = await countDown();
  await expect.poll(currentPath).toBe('/app/dashboard');
});

it('asks a visitor to sign in after five seconds', async () => {
  backend.on('POST', '/auth/v1/logout', () => json(null));
  await auth.signOut({ scope: 'local' });
  const currentPath = await countDown();
  await expect.poll(currentPath).toBe('/signin');
  await expect.element(page.getByText('Please sign in to use premium features')).toBeVisible();
});

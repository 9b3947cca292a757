import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
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

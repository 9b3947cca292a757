import { Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sessionKey } from '#web/data/session/auth-storage.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { Component as AuthCallback } from './auth-callback.tsx';

// A link is read once, when the page loads.
vi.hoisted(() => {
  const hour = 3_600;
  const issued = Math.round(Date.now() / 1000) - 121;
  const tokens = 'access_token=e30.e30.x&refresh_token=zoes&token_type=bearer';
  const times = `expires_in=${hour}&expires_at=${issued + hour}`;
  globalThis.openedAddress = `${location.origin}/auth/callback#${tokens}&${times}`;
});

it("asks before an old link replaces the session by another person's, and can refuse it", async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  backend.on('GET', '/auth/v1/user', () =>
    json({ ...session.user, id: 'zoe', email: 'zoe@cuebook.example' }),
  );
  backend.on('POST', '/auth/v1/logout', () => json(null));
  const { currentPath } = await renderScreen(
    <Routes>
      <Route path="/auth/callback" element={<AuthCallback />} />
      <Route path="*" element={null} />
    </Routes>,
    '*',
    '/auth/callback',
  );
  await expect.element(page.getByRole('heading', { name: 'Switch accounts?' })).toBeVisible();
  await expect.element(page.getByText('mary@cuebook.example')).toBeVisible();
  await expect.element(page.getByText('zoe@cuebook.example')).toBeVisible();
  expect(warn.mock.calls.join()).toContain('was issued over 120s ago');
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect.poll(currentPath).toBe('/app');
  await expect.poll(() => backend.sent('POST', '/auth/v1/logout').length).toBe(1);
  expect(JSON.parse(localStorage.getItem(sessionKey) ?? '')).toEqual(session);
});

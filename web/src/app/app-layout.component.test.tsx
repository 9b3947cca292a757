import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { auth } from '#web/data/backend/client.ts';
import { draftKeys } from '#web/data/drafts/drafts.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { AppLayout } from './app-layout.tsx';
import { DataLayout } from './data-layout.tsx';
import { Component as NewPrompt } from './routes/prompts/new-prompt.tsx';

const other = { ...session.user, id: '00000000-0000-4000-8000-000000000002' };
const title = page.getByRole('textbox', { name: 'Title' });

/** Replaces the account; the page hears of it as if another tab had done so. */
async function switchAccount() {
  const claims = btoa(JSON.stringify({ sub: other.id, exp: session.expires_at }));
  const [header, , signature] = session.access_token.split('.');
  backend.on('GET', '/auth/v1/user', () => json(other));
  await auth.setSession({
    access_token: [header, claims.replaceAll('=', ''), signature].join('.'),
    refresh_token: 'other',
  });
}

it('gives the next account an empty form when another tab switches accounts', async () => {
  backend.on('GET', '/rest/v1/*', () => json([]));
  backend.on('GET', '/rest/v1/rpc/count_open_proposals', () => json(0));
  backend.on('GET', '/auth/v1/user', () => json(session.user));
  await renderScreen(
    <Routes>
      <Route element={<DataLayout />}>
        <Route element={<AppLayout />}>
          <Route path="*" element={<NewPrompt />} />
        </Route>
      </Route>
    </Routes>,
  );
  await title.fill("Mary's plan");
  await switchAccount();
  await expect.element(title).toHaveValue('');
  // By the time that this text is stored, a form of Mary's would have stored hers.
  await title.fill('A plan');
  await expect.poll(() => draftKeys(other.id).length).toBe(1);
  const draftOf = (id: string) => draftKeys(id).map((key) => localStorage.getItem(key));
  expect(draftOf(other.id)).toEqual([expect.stringContaining('A plan')]);
  expect(draftOf(session.user.id)).toEqual([expect.stringContaining("Mary's plan")]);
});

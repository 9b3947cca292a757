import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { SessionsSection } from './sessions-section.tsx';

const at = '2026-01-01T00:00:00+00:00';
const rows = ['this', 'phone', 'tablet'].map((id, index) => ({
  id,
  created_at: at,
  last_used_at: at,
  user_agent: ['', 'Mozilla/5.0 (iPhone) Safari/604.1', 'Mozilla/5.0 (iPad) Safari/604.1'][index],
  ip: null,
  is_current: index === 0,
}));

it('ends one other session, then all others', async () => {
  let count = 3;
  const keep = (left: number) => () => {
    count = left;
    return new Response(null, { status: 204 });
  };
  backend.on('POST', '/rest/v1/rpc/my_sessions', () => json(rows.slice(0, count)));
  backend.on('POST', '/rest/v1/rpc/revoke_session', keep(2));
  backend.on('POST', '/auth/v1/logout', keep(1));
  await renderScreen(<SessionsSection user={session.user} onSignOut={() => undefined} />);
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect.element(sessions).toHaveLength(3);
  await expect.element(sessions.first().getByText('This device')).toBeVisible();
  await expect.element(sessions.first().getByRole('button')).not.toBeInTheDocument();
  await sessions
    .nth(2)
    .getByRole('button', { name: /^Sign out on/ })
    .click();
  await expect.element(sessions).toHaveLength(2);
  expect(backend.sent('POST', '/rest/v1/rpc/revoke_session')[0]?.body).toEqual({
    session_id: 'tablet',
  });
  const others = page.getByRole('button', { name: 'Sign out everywhere else' });
  await others.click();
  await expect.element(sessions).toHaveLength(1);
  await expect.element(others).not.toBeInTheDocument();
  expect(backend.sent('POST', '/auth/v1/logout')[0]?.search.get('scope')).toBe('others');
});

import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams } from '#web/testing/serve-teams.ts';
import { session } from '#web/testing/session.ts';
import { ConsentForm } from './consent-form.tsx';

const path = '/auth/v1/oauth/authorizations/request-1';
const request = {
  authorization_id: 'request-1',
  redirect_uri: 'https://assistant.example/callback',
  client: { id: 'c1', name: 'Assistant', uri: '', logo_uri: '', registration_type: 'dynamic' },
  user: { id: session.user.id, email: 'mary@cuebook.example' },
  scope: 'prompts:read prompts:write chains:read',
};
const target = 'https://assistant.example/callback?code=1';

const allow = page.getByRole('button', { name: 'Allow' });
const deny = page.getByRole('button', { name: 'Deny' });
let opened: string[];

beforeEach(() => {
  opened = [];
  backend.on('GET', path, () => json(request));
  backend.on('POST', `${path}/consent`, () => json({ redirect_url: target }));
  backend.on('GET', '/rest/v1/groups', () =>
    json([
      { id: 'g1', name: 'Work', description: null, created_at: '', updated_at: '', prompts: [] },
    ]),
  );
  joinTeams(['t1', 'Cooks', 'editor']);
});

async function open(changed: object = {}) {
  backend.on('GET', path, () => json({ ...request, ...changed }));
  await renderScreen(
    <ConsentForm
      id="request-1"
      userId={session.user.id}
      openAddress={(address) => opened.push(address)}
    />,
  );
}

describe('ConsentForm', () => {
  it('says which app asks for what, in which account, and who gets the access', async () => {
    await open();
    await expect.element(page.getByText('Assistant', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Not verified')).toBeVisible();
    await expect.element(page.getByText('Create and change prompts')).toBeVisible();
    await expect.element(page.getByText('Read chains')).toBeVisible();
    await expect.element(page.getByText('mary@cuebook.example')).toBeVisible();
    await expect.element(page.getByText('assistant.example', { exact: true })).toBeVisible();
  });

  it('names the host that vouches for an app', async () => {
    const id = 'https://editor.example/client.json';
    await open({ client: { ...request.client, id, registration_type: 'metadata_document' } });
    await expect.element(page.getByText('From editor.example')).toBeVisible();
    await expect.element(page.getByText('Not verified')).not.toBeInTheDocument();
  });

  it.each(['http://127.0.0.1:7777/callback', 'http://localhost/callback', 'editor://callback'])(
    'says that %s is a program on this device',
    async (address) => {
      await open({ redirect_uri: address });
      await expect.element(page.getByText('a program on this device')).toBeVisible();
    },
  );

  it('allows everything, and returns to the app', async () => {
    await open();
    await allow.click();
    await expect.element(page.getByText(/^Access allowed\./)).toBeVisible();
    expect(opened).toEqual([target]);
    expect(backend.sent('POST', `${path}/consent`)[0]?.body).toEqual({ action: 'approve' });
  });

  it.each([
    ['Work', 'without chains', { group_id: 'g1' }, 1],
    ['Team Cooks', 'with its chains', { team_id: 't1' }, 0],
  ])('allows %s only, %s', async (where, _chains, limit, hints) => {
    await open();
    await page.getByLabelText('Where').selectOptions(where);
    await expect
      .poll(() => page.getByText('Without chains, which lie in no group.').elements().length)
      .toBe(hints);
    await allow.click();
    await expect.element(page.getByText(/^Access allowed\./)).toBeVisible();
    expect(backend.sent('POST', `${path}/consent`)[0]?.body).toEqual({
      action: 'approve',
      ...limit,
    });
  });

  it('denies, and tells the app', async () => {
    await open();
    await deny.click();
    await expect.element(page.getByText(/^Access denied\./)).toBeVisible();
    expect(backend.sent('POST', `${path}/consent`)[0]?.body).toEqual({ action: 'deny' });
    expect(opened).toEqual([target]);
  });

  it('stays open when the server refuses', async () => {
    backend.on('POST', `${path}/consent`, () =>
      refusal(400, 'validation_failed', 'An account connects at most 100 apps'),
    );
    await open();
    await allow.click();
    await expect.element(page.getByText('An account connects at most 100 apps')).toBeVisible();
    await expect.element(allow).toBeEnabled();
    expect(opened).toEqual([]);
  });

  it('explains a request that was already answered', async () => {
    backend.on('GET', path, () => refusal(404, 'oauth_authorization_not_found', 'Gone'));
    await renderScreen(
      <ConsentForm id="request-1" userId={session.user.id} openAddress={() => undefined} />,
    );
    await expect.element(page.getByText(/^This request has expired/)).toBeVisible();
  });
});

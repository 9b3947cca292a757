import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams } from '#web/testing/serve-teams.ts';
import { session } from '#web/testing/session.ts';
import { TokensSection } from './tokens-section.tsx';

const tokens = '/rest/v1/access_tokens';
const creation = '/rest/v1/rpc/create_access_token';
const text = `cbk_${'a'.repeat(48)}`;
const row = {
  id: 't1',
  name: 'My editor',
  scopes: ['prompts:read', 'prompts:write'],
  last_characters: 'c0de',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-02T00:00:00Z',
  last_used_at: null,
  groups: { name: 'Work' },
  teams: null,
};

const name = page.getByLabelText('Name');
const read = page.getByLabelText('Read prompts');
const write = page.getByLabelText('Create and change prompts');
const chains = page.getByLabelText('Read chains');
const create = page.getByRole('button', { name: 'Create token' });

const grants = '/auth/v1/user/oauth/grants';
const connected = {
  id: 'grant-1',
  client: {
    id: 'https://editor.example/client.json',
    name: 'Editor',
    registration_type: 'metadata_document',
  },
  scopes: ['prompts:read'],
  resource: `${location.origin}/mcp`,
  group_id: 'g1',
  granted_at: '2026-01-01T00:00:00Z',
  last_used_at: null,
};

beforeEach(() => {
  backend.on('GET', tokens, () => json([row]));
  backend.on('GET', grants, () => json([]));
  backend.on('GET', '/rest/v1/groups', () =>
    json([
      { id: 'g1', name: 'Work', description: null, created_at: '', updated_at: '', prompts: [] },
    ]),
  );
  joinTeams(['t1', 'Cooks', 'editor']);
});

async function openForm() {
  await renderScreen(<TokensSection userId={session.user.id} />);
  await page.getByRole('button', { name: 'Create a token' }).click();
  await expect.element(name).toBeVisible();
}

describe('TokensSection', () => {
  it('says of each token what it may do, where, and that it has expired', async () => {
    await renderScreen(<TokensSection userId={session.user.id} />);
    const what = 'Read prompts, create and change prompts · only in Work · ends in c0de';
    await expect.element(page.getByText(what, { exact: true })).toBeVisible();
    await expect.element(page.getByText('Expired', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Never used · expired on 2 January 2026')).toBeVisible();
  });

  it('creates a token within its limits, and shows it once', async () => {
    backend.on('POST', creation, () => json(text));
    await openForm();
    await name.fill('  My editor ');
    await write.click();
    await page.getByLabelText('Where').selectOptions('Work');
    await page.getByLabelText('Expires after').selectOptions('No time limit');
    await create.click();
    await expect.element(page.getByLabelText('Token', { exact: true })).toHaveTextContent(text);
    expect(backend.sent('POST', creation)[0]?.body).toEqual({
      name: 'My editor',
      scopes: ['prompts:read', 'prompts:write'],
      group_id: 'g1',
    });
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Create a token' }).click();
    await expect.element(name).toHaveValue('');
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
  });

  it('lets nobody write without reading', async () => {
    await openForm();
    await read.click();
    await write.click();
    await expect.element(read).toBeChecked();
    await page.getByLabelText('Move labels of prompts').click();
    await read.click();
    await expect.element(write).not.toBeChecked();
    await expect.element(page.getByLabelText('Move labels of prompts')).not.toBeChecked();
  });

  it('allows chains only without a limit to a group', async () => {
    await openForm();
    await page.getByLabelText('Where').selectOptions('Work');
    await chains.click();
    const where = page.getByLabelText('Where');
    await expect.element(where).toHaveValue('');
    await expect.element(where.getByRole('option', { name: 'Work' })).not.toBeInTheDocument();
  });

  it('asks for a name and for scopes, and keeps what was entered when the server refuses', async () => {
    await openForm();
    await create.click();
    await expect.element(page.getByText('Enter a name.')).toBeVisible();
    await name.fill('My editor');
    // It stays at the field, whatever is typed.
    await expect.element(name).toHaveAccessibleDescription('Enter a name.');
    await read.click();
    await create.click();
    await expect.element(page.getByText('Choose what the token may do.')).toBeVisible();
    backend.on('POST', creation, () =>
      refusal(422, 'PT422', 'An account has at most 100 access tokens'),
    );
    await read.click();
    await create.click();
    await expect.element(page.getByText('An account has at most 100 access tokens')).toBeVisible();
    await expect.element(name).toHaveValue('My editor');
  });

  it('says of each connected app whose it is, what it may do, and where', async () => {
    const inTeam = { ...connected, id: 'grant-2', group_id: null, team_id: 't1' };
    backend.on('GET', grants, () => json([connected, inTeam]));
    await renderScreen(<TokensSection userId={session.user.id} />);
    const apps = page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem');
    const [first, second] = [apps.nth(0), apps.nth(1)];
    await expect.element(first.getByText('Editor · editor.example')).toBeVisible();
    await expect
      .element(first.getByText('Read prompts · only in Work · as an assistant (MCP)'))
      .toBeVisible();
    await expect.element(first.getByText('Never used · connected on 1 January 2026')).toBeVisible();
    await expect.element(second.getByText(/ · only in Team Cooks · /)).toBeVisible();
  });

  it('ends the access of an app after a question', async () => {
    backend.on('GET', grants, () => json([connected]));
    backend.on('DELETE', grants, () => new Response(null, { status: 204 }));
    await renderScreen(<TokensSection userId={session.user.id} />);
    await page.getByRole('button', { name: 'Revoke Editor' }).click();
    backend.on('GET', grants, () => json([]));
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect.element(page.getByText('Editor · editor.example')).not.toBeInTheDocument();
    const [sent] = backend.sent('DELETE', grants);
    expect(sent?.search.get('grant_id')).toBe('grant-1');
  });

  it('revokes a token after a question', async () => {
    backend.on('DELETE', tokens, () => new Response(null, { status: 204 }));
    await renderScreen(<TokensSection userId={session.user.id} />);
    await page.getByRole('button', { name: 'Revoke My editor' }).click();
    backend.on('GET', tokens, () => json([]));
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect.element(page.getByText(/^No tokens yet\./)).toBeVisible();
    expect(backend.sent('DELETE', tokens)).toHaveLength(1);
  });
});

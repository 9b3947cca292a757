import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { buildPromptDetail } from '#web/data/prompts/testing/build-prompt.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams } from '#web/testing/serve-teams.ts';
import { session } from '#web/testing/session.ts';
import { WhoCanSee } from './who-can-see.tsx';

const people = '/rest/v1/rpc/prompt_people';
const prompt = buildPromptDetail('Notes', { id: 'p1', userId: session.user.id, isShared: true });
const ed = {
  id: 's1',
  user_id: 'u1',
  full_name: 'Ed',
  avatar_url: null,
  email: 'ed@example.com',
  role: 'viewer',
  state: 'accepted',
  expires_at: '2026-01-15T00:00:00Z',
};
const invited = {
  ...ed,
  id: 's2',
  user_id: null,
  full_name: null,
  email: 'ida@example.com',
  state: 'pending',
};
const list = page.getByRole('list', { name: 'People with access' });

beforeEach(() => {
  backend.on('GET', people, () => json([invited, ed]));
  backend.on('GET', '/rest/v1/profiles', () => json({ full_name: 'Ann', avatar_url: null }));
});

async function open(fields: Partial<PromptDetail> = {}) {
  await renderScreen(<WhoCanSee prompt={{ ...prompt, ...fields }} />);
  await page.getByRole('button', { name: 'Who can see this?' }).click();
  await expect.element(list.getByText('Ed', { exact: true })).toBeVisible();
}

describe('Who can see this?', () => {
  it('shows the owner everybody with access, and open invitations by address', async () => {
    await open();
    await expect.element(list.getByText('ida@example.com')).toBeVisible();
    await expect.element(list.getByText('The invitation has expired')).toBeVisible();
    await expect
      .element(
        page.getByText('Only you and the people below can see this prompt, once they accept.'),
      )
      .toBeVisible();
  });

  it.each([
    ['t1', 'Everyone in the team can see this prompt, and the people below.'],
    ['t2', 'You and everyone in a team that you left can see this prompt, and the people below.'],
  ])('says that a team sees it', async (teamId, said) => {
    joinTeams(['t1', 'Writers', 'editor']);
    await open({ teamId });
    await expect.element(page.getByText(said)).toBeVisible();
  });

  it('says that a public prompt is visible to everybody', async () => {
    await open({ isPublic: true });
    await expect
      .element(page.getByText('Everyone can see this prompt, even without an account.'))
      .toBeVisible();
  });

  it('names private prompts that it includes', async () => {
    const included = (id: string, title: string, is_public: boolean) => ({
      ref: id,
      prompt_id: id,
      version: 1,
      title,
      content: 'Text.',
      is_public,
      gap: null,
    });
    backend.on('GET', '/rest/v1/rpc/included_texts', () =>
      json([included('i1', 'Client list', false), included('i2', 'House style', true)]),
    );
    await open({ content: 'Begin. {{> 00000000-0000-4000-8000-00000000000a}}' });
    await expect
      .element(
        page.getByText(/^This prompt includes private prompts\..* until you share them, too:$/),
      )
      .toBeVisible();
    await expect.element(page.getByText('Client list')).toBeVisible();
    await expect.element(page.getByText('House style')).not.toBeInTheDocument();
  });

  it('changes a role and takes access back', async () => {
    backend.on('POST', '/rest/v1/rpc/change_share_role', () => json({}));
    backend.on(
      'POST',
      '/rest/v1/rpc/revoke_prompt_share',
      () => new Response(null, { status: 204 }),
    );
    await open();
    await page.getByRole('combobox', { name: 'Right of Ed' }).selectOptions('Can edit');
    await expect
      .poll(() => backend.sent('POST', '/rest/v1/rpc/change_share_role')[0]?.body)
      .toEqual({ id: 's1', role: 'editor' });
    await page.getByRole('button', { name: 'Remove Ed' }).click();
    await expect
      .poll(() => backend.sent('POST', '/rest/v1/rpc/revoke_prompt_share')[0]?.body)
      .toEqual({ id: 's1' });
  });

  it('keeps a refused address in the field, with the reason', async () => {
    backend.on('POST', '/rest/v1/rpc/share_prompt', () =>
      refusal(409, 'PT409', 'The prompt is shared with this address already'),
    );
    await open();
    const field = page.getByRole('textbox', { name: 'Share by email' });
    await field.fill('ed@example.com');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect
      .element(page.getByText('The prompt is shared with this address already'))
      .toBeVisible();
    await expect.element(field).toHaveValue('ed@example.com');
  });

  it('offers a viewer no control but to remove themselves', async () => {
    backend.on('GET', people, () => json([{ ...ed, user_id: session.user.id, email: null }]));
    backend.on(
      'POST',
      '/rest/v1/rpc/decline_prompt_share',
      () => new Response(null, { status: 204 }),
    );
    // Also an editor doesn't know whether a team sees it.
    await open({ userId: 'someone', shareRole: 'editor' });
    await expect.element(page.getByText(/^Ann shares this prompt with you\./)).toBeVisible();
    await expect.element(page.getByRole('combobox')).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('textbox', { name: 'Share by email' }))
      .not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Remove me' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Remove me' }).click();
    await expect
      .poll(() => backend.sent('POST', '/rest/v1/rpc/decline_prompt_share')[0]?.body)
      .toEqual({ id: 's1' });
  });
});

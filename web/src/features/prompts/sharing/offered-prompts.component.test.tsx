import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { OfferedPrompts } from './offered-prompts.tsx';

const list = '/rest/v1/rpc/my_offered_prompts';
const offer = {
  id: 's1',
  prompt_id: 'p1',
  title: 'Notes',
  role: 'editor',
  inviter_name: 'Ann',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-15T00:00:00Z',
};

let accepted: string[];
let declined: number;
beforeEach(() => {
  accepted = [];
  declined = 0;
  backend.on('GET', list, () => json([offer]));
});

const render = (linkedId: string | null = null) =>
  renderScreen(
    <OfferedPrompts
      linkedId={linkedId}
      onAccepted={(id) => accepted.push(id)}
      onDeclined={() => {
        declined += 1;
      }}
      onSwitchAccount={() => undefined}
    >
      <p>Shared prompts are here.</p>
    </OfferedPrompts>,
    // Left by a link that leads elsewhere.
    '/',
  );

describe('OfferedPrompts', () => {
  it('says who offers what, and opens the prompt once it is accepted', async () => {
    backend.on('POST', '/rest/v1/rpc/accept_prompt_share', () => json({}));
    await render('s1');
    await expect
      .element(page.getByText('Ann wants to share Notes with you, to view and edit.'))
      .toBeVisible();
    await page.getByRole('button', { name: 'Accept Notes' }).click();
    await expect.poll(() => accepted).toEqual(['p1']);
  });

  it('declines after a question that says what follows', async () => {
    const refused = '/rest/v1/rpc/decline_prompt_share';
    backend.on('POST', refused, () => new Response(null, { status: 204 }));
    await render('s1');
    await page.getByRole('button', { name: 'Decline Notes' }).click();
    await expect
      .element(page.getByText("Its owner can't offer it to you again for 30 days."))
      .toBeVisible();
    backend.on('GET', list, () => json([]));
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect.element(page.getByText(/wants to share/)).not.toBeInTheDocument();
    expect(backend.sent('POST', refused)[0]?.body).toEqual({ id: 's1' });
    await expect.element(page.getByText('You declined Notes')).toBeVisible();
    await expect.element(page.getByText('Shared prompts are here.')).toBeVisible();
    expect(declined).toBe(1);
  });

  it('says so when the link is for another account', async () => {
    backend.on('GET', list, () => json([]));
    await render('s2');
    await expect.element(page.getByText(/^You're signed in as/)).toBeVisible();
  });

  it('leads to the prompt by the link of an offer that was accepted', async () => {
    backend.on('GET', list, () => json([]));
    backend.on('GET', '/rest/v1/prompt_shares', () => json([{ prompt_id: 'p1' }]));
    const { currentPath } = await render('s1');
    await expect.poll(currentPath).toBe('/app/prompts/p1');
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { WebhookList } from './webhook-list.tsx';
import { WebhookView } from './webhook-view.tsx';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';

const webhooks = '/rest/v1/webhooks';
const deliveries = '/rest/v1/webhook_deliveries';
const creation = '/rest/v1/rpc/create_webhook';
const secret = `whsec_${'A'.repeat(43)}=`;
const webhook = {
  id: 'w1',
  url: 'https://receiver.example/hook',
  events: ['label.moved', 'prompt.updated'],
  group_id: 'g1',
  team_id: null,
  is_active: true,
  failing_since: null as string | null,
  paused_because: null as string | null,
  groups: { name: 'Work' },
  teams: null,
};
const delivery = {
  id: 'd1',
  event: 'prompt.updated',
  prompt_id: 'p1',
  status: 'failed',
  claimed_until: null,
  attempts: 8,
  created_at: '2026-01-01T00:00:00Z',
  attempted_at: '2026-01-01T20:00:00Z',
  next_attempt_at: '2026-01-01T20:00:00Z',
  duration_ms: 42,
  response_status: 503,
  error: 'The address refused it (503).',
};
const userId = session.user.id;

/** Answers for the list of deliveries, and for the body of one. */
function answerDeliveries(rows: readonly object[]) {
  backend.on('GET', deliveries, ({ search }) =>
    search.get('select') === 'request_body'
      ? json({ request_body: '{"type":"prompt.updated"}' })
      : json(rows),
  );
}

beforeEach(() => {
  backend.on('GET', webhooks, () => json([webhook]));
  answerDeliveries([delivery]);
  backend.on('GET', '/rest/v1/groups', () =>
    json([
      { id: 'g1', name: 'Work', description: null, created_at: '', updated_at: '', prompts: [] },
    ]),
  );
});

describe('WebhookList', () => {
  const show = () => renderScreen(<WebhookList userId={userId} />);

  it('shows the address, events and limit of each', async () => {
    await show();
    await expect
      .element(page.getByRole('link', { name: 'https://receiver.example/hook' }))
      .toBeVisible();
    await expect
      .element(page.getByText('Prompt changed, Label moved · only in Work'))
      .toBeVisible();
  });

  it('says what a webhook is if there is none', async () => {
    backend.on('GET', webhooks, () => json([]));
    await show();
    await expect.element(page.getByText('No webhooks yet')).toBeVisible();
  });

  it('says that they could not be loaded, and tries again', async () => {
    backend.on('GET', webhooks, () => refusal(403, '42501', 'Not now'));
    await show();
    await expect.element(page.getByText('Your webhooks could not be loaded')).toBeVisible();
    backend.on('GET', webhooks, () => json([webhook]));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('https://receiver.example/hook')).toBeVisible();
  });
});

describe('NewWebhookDialog', () => {
  const address = page.getByLabelText('Address');
  const create = page.getByRole('button', { name: 'Create webhook' });
  const onCreated = vi.fn<(id: string) => void>();
  beforeEach(async () => {
    onCreated.mockReset();
    await renderScreen(
      <NewWebhookDialog
        userId={userId}
        open
        onOpenChange={() => undefined}
        onCreated={onCreated}
      />,
    );
  });

  it('sends what was chosen, and shows the secret once', async () => {
    backend.on('POST', creation, () => json({ id: 'w2', secret }));
    await address.fill(' https://receiver.example/hook ');
    await page.getByLabelText('A prompt is created').click();
    await page.getByLabelText('Where').selectOptions('Work');
    await create.click();
    await expect.element(page.getByText(secret)).toBeVisible();
    expect(backend.sent('POST', creation)[0]?.body).toEqual({
      url: 'https://receiver.example/hook',
      events: ['prompt.updated', 'prompt.deleted', 'prompt.restored', 'label.moved'],
      group_id: 'g1',
    });
    expect(onCreated).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Done' }).click();
    expect(onCreated).toHaveBeenCalledWith('w2');
    await expect.element(page.getByText(secret)).not.toBeInTheDocument();
  });

  it.each([
    ['', 'Enter the address of your program.'],
    ['receiver.example', 'Enter an address that starts with https://.'],
    ['http://receiver.example', 'Enter an address that starts with https://.'],
    ['https://me:word@receiver.example', 'Leave the user name and password out of the address.'],
  ])('refuses the address "%s"', async (text, problem) => {
    await address.fill(text);
    await create.click();
    await expect.element(address).toHaveAccessibleDescription(problem);
    await address.fill('https://receiver.example/hook');
    // It stays at the field, whatever is typed.
    await expect.element(address).toHaveAccessibleDescription(problem);
    expect(backend.sent('POST', creation)).toEqual([]);
  });

  it('keeps what was typed when the database refuses it', async () => {
    backend.on('POST', creation, () => refusal(422, 'PT422', 'An account has at most 10 webhooks'));
    await address.fill('https://receiver.example/hook');
    await create.click();
    await expect.element(page.getByText('An account has at most 10 webhooks')).toBeVisible();
    await expect.element(address).toHaveValue('https://receiver.example/hook');
  });
});

describe('WebhookView', () => {
  const show = () => renderScreen(<WebhookView userId={userId} webhookId="w1" />);
  const row = page.getByRole('button', { name: /^Prompt changed/ });
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for this webhook' }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  it('says that it could not be loaded, below the way back', async () => {
    backend.on('GET', webhooks, () => refusal(403, '42501', 'Not now'));
    await show();
    await expect.element(page.getByText('This webhook could not be loaded')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Back' })).toBeVisible();
  });

  it('shows what was sent and how it went, and sends it again', async () => {
    await show();
    await expect.element(page.getByText('Failed · 503')).toBeVisible();
    await row.click();
    await expect.element(page.getByText('The address refused it (503).')).toBeVisible();
    await expect.element(page.getByText(/^8 attempts, .*took 42 ms/)).toBeVisible();
    await expect
      .element(page.getByLabelText('Request body'))
      .toHaveTextContent('{ "type": "prompt.updated" }');
    backend.on('POST', '/rest/v1/rpc/resend_webhook_delivery', () => {
      answerDeliveries([{ ...delivery, status: 'delivered', response_status: 200, error: null }]);
      return new Response(null, { status: 204 });
    });
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('Delivered · 200')).toBeVisible();
    expect(backend.sent('POST', '/rest/v1/rpc/resend_webhook_delivery')[0]?.body).toEqual({
      delivery_id: 'd1',
    });
  });

  it("isn't read again when its first deliveries arrive", async () => {
    let reads = 0;
    backend.on('GET', deliveries, () => {
      reads = backend.sent('GET', webhooks).length;
      return json([delivery]);
    });
    await show();
    await expect.element(row).toBeVisible();
    // Another read would have been sent by now.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(backend.sent('GET', webhooks)).toHaveLength(reads);
  });

  it('sends a test, or says why it cannot', async () => {
    answerDeliveries([]);
    await show();
    await expect.element(page.getByText(/^Nothing was sent yet\./)).toBeVisible();
    const test = page.getByRole('button', { name: 'Send a test' });
    backend.on('POST', '/rest/v1/rpc/send_webhook_test', () =>
      refusal(409, 'PT409', 'A test is being sent already'),
    );
    await test.click();
    await expect.element(page.getByText('A test is being sent already')).toBeVisible();
  });

  it.each([
    ['failing', /^Paused, because deliveries have failed since 1 January 2026/],
    ['gone', /^Paused, because the address wants no more deliveries/],
  ])('says why the server paused it: %s', async (reason, text) => {
    backend.on('GET', webhooks, () =>
      json([
        {
          ...webhook,
          is_active: false,
          paused_because: reason,
          failing_since: '2026-01-01T00:00:00Z',
        },
      ]),
    );
    backend.on('PATCH', webhooks, () => {
      backend.on('GET', webhooks, () => json([webhook]));
      return new Response(null, { status: 204 });
    });
    await show();
    await expect.element(page.getByText(text)).toBeVisible();
    await row.click();
    await expect.element(page.getByRole('button', { name: 'Send again' })).toBeDisabled();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
    expect(backend.sent('PATCH', webhooks)[0]?.body).toEqual({ is_active: true });
  });

  it('says that the server paused it as soon as a delivery shows why', async () => {
    answerDeliveries([]);
    backend.on('POST', '/rest/v1/rpc/send_webhook_test', () => {
      answerDeliveries([{ ...delivery, event: 'webhook.test', response_status: 410 }]);
      backend.on('GET', webhooks, () =>
        json([{ ...webhook, is_active: false, paused_because: 'gone' }]),
      );
      return new Response(null, { status: 204 });
    });
    await show();
    await expect.element(page.getByText(/^Nothing was sent yet\./)).toBeVisible();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect.element(page.getByText('Failed · 410')).toBeVisible();
    await expect.element(page.getByText(/^Paused, because the address wants/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  });

  it('changes the address', async () => {
    backend.on('PATCH', webhooks, () => {
      backend.on('GET', webhooks, () => json([{ ...webhook, url: 'https://other.example/' }]));
      return new Response(null, { status: 204 });
    });
    await show();
    await choose('Edit');
    await page.getByLabelText('Address').fill('https://other.example/');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('https://other.example/')).toBeVisible();
    expect(backend.sent('PATCH', webhooks)[0]?.body).toMatchObject({
      url: 'https://other.example/',
      group_id: 'g1',
      team_id: null,
    });
  });

  it('shows a new secret once, after a question', async () => {
    backend.on('POST', '/rest/v1/rpc/rotate_webhook_secret', () => json(secret));
    await show();
    await choose('New secret');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect.element(page.getByText(secret)).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.element(page.getByText(secret)).not.toBeInTheDocument();
  });

  it('is deleted after a question', async () => {
    backend.on('DELETE', webhooks, () => {
      backend.on('GET', webhooks, () => json([]));
      return new Response(null, { status: 204 });
    });
    const path = '/app/webhooks/w1';
    const { currentPath } = await renderScreen(
      <WebhookView userId={userId} webhookId="w1" />,
      path,
      path,
    );
    await choose('Delete webhook');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(currentPath).toBe('/app/webhooks');
    expect(backend.sent('DELETE', webhooks)[0]?.search.get('id')).toBe('eq.w1');
    await expect.element(page.getByText('There is no such webhook.')).not.toBeInTheDocument();
  });
});

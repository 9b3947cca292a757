import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, userTest as test } from '../fixtures/test.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

test('a program hears of a release, and the page shows what was sent', async ({ page, me }) => {
  const received: Received[] = [];
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    received.push({ headers: request.headers, body: await text(request) });
    response.end();
  }
  const receiver = createServer((request, response) => void receive(request, response));
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const id = await me.api.prompt({ title: 'Weekly report', content: 'Summarise the week.' });

  await page.goto('/app/account');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'New Webhook' }).first().click();
  await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/^Nothing was sent yet/)).toBeVisible();

  await me.api.call('move_prompt_label', { prompt_id: id, label: 'production', version_number: 1 });
  await expect.poll(() => received.length).toBe(1);
  const { headers, body } = received[0] ?? { headers: {}, body: '' };
  expect(JSON.parse(body)).toMatchObject({
    type: 'label.moved',
    data: { prompt: { id, text: 'Summarise the week.' }, label: { name: 'production' } },
  });
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);

  await page.reload();
  const row = page.getByRole('button', { name: /^Label moved/ });
  await expect(row).toContainText('Delivered · 200');
  await row.click();
  await expect(page.getByLabel('Request body')).toContainText('Summarise the week.');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => received.length).toBe(2);
  receiver.closeAllConnections();
  receiver.close();
});

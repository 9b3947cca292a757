import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Component as Techniques } from './app-techniques.tsx';

it('/app/techniques opens the panel with the skeleton of a technique, and leads to the prompt', async () => {
  backend.on('POST', '/rest/v1/prompts', ({ body }) => json([body], 201));
  const { currentPath } = await renderScreen(<Techniques />, '*', '/app/techniques');
  await page.getByRole('button', { name: 'Use this technique: Constraints' }).click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await expect.element(panel.getByLabelText('Content')).toMatchTextContent('Keep to these limits:');
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await expect.poll(currentPath).toMatch(/^\/app\/prompts\/./);
  expect(backend.sent('POST', '/rest/v1/prompts')[0]?.body).toMatchObject({ title: 'Constraints' });
});

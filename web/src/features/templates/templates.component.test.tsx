import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Templates } from './templates.tsx';

const prompts = '/rest/v1/prompts';
const nothing = () => undefined;

async function openTemplates(): Promise<void> {
  await renderScreen(
    <Templates
      search=""
      category={null}
      onCategoryChange={nothing}
      onClear={nothing}
      renderActions={() => null}
      onUse={nothing}
    />,
  );
}

describe('Templates', () => {
  it('says that they failed to load, and loads them on retry', async () => {
    backend.on('GET', prompts, () => refusal(500, 'XX000', 'The lamp is out'));
    await openTemplates();
    await expect.element(page.getByText('Error loading templates')).toBeVisible();
    await expect.element(page.getByText('Failed to fetch templates')).toBeVisible();
    backend.on('GET', prompts, () =>
      json([
        promptRow({
          title: 'Interview',
          is_public: true,
          is_template: true,
          template_category: 'Sales',
        }),
      ]),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('region', { name: 'Sales' })).toBeVisible();
    await expect.element(page.getByText('Interview')).toBeVisible();
  });

  it('says that an installation has none', async () => {
    backend.on('GET', prompts, () => json([]));
    await openTemplates();
    await expect.element(page.getByText('No template prompts available.')).toBeVisible();
  });
});

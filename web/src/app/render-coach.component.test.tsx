import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { PromptWriter } from '#web/features/prompts/editor/prompt-writer.tsx';
import { RemarksContext } from '#web/features/prompts/panel/content-remarks.tsx';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { renderCoach } from './render-coach.tsx';

it('the remarks on a text are in the details sheet of a phone, and counted on its button', async () => {
  await page.viewport(360, 740);
  await renderScreen(
    <RemarksContext value={renderCoach}>
      <PromptWriter request={{ mode: 'create' }} back="/app/library" />
    </RemarksContext>,
  );
  const details = page.getByRole('button', { name: /^Details/ });
  await expect.element(details).toHaveAccessibleName('Details');
  await page
    .getByRole('textbox', { name: 'Content' })
    .fill('You are an expert. Answer our customer in a friendly tone. Keep it short.');
  await expect.element(details).toHaveAccessibleName('Details 2 remarks');
  await details.click();
  const sheet = page.getByRole('dialog', { name: 'Details' });
  const remarks = sheet.getByRole('region', { name: 'Remarks on the text' });
  await expect.element(remarks.getByText('‘short’ can mean any length.')).toBeVisible();
});

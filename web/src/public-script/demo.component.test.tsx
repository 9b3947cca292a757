import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { HeroDemo } from '#web/features/marketing/hero-demo.tsx';
import { expectAccessible } from '#web/testing/accessible.ts';
import { startDemo } from './demo.ts';

const container = document.createElement('div');
const edit = page.getByRole('button', { name: 'Edit' });
const content = page.getByLabelText('Content');

/** Shows the demo as the server renders it, and starts its script. */
beforeEach(() => {
  document.documentElement.dataset['script'] = '';
  container.innerHTML = renderToStaticMarkup(<HeroDemo />);
  document.body.append(container);
  const demo = document.querySelector<HTMLElement>('[data-demo]');
  if (demo) startDemo(demo);
});

afterEach(() => {
  container.remove();
  delete document.documentElement.dataset['script'];
});

it('makes a version of an edit, and keeps what was typed into the fields', async () => {
  await page.getByLabelText('audience').fill('<i>Ada</i>');
  await edit.click();
  await expect.element(content).toHaveFocus();
  await content.fill('Translate into {{language|choice:French,German}} for {{audience}}.');
  await page.getByRole('button', { name: 'Update Prompt' }).click();
  await expect.element(page.getByText('Version 4')).toBeVisible();
  const versions = page.getByRole('listitem');
  await expect.element(versions).toHaveLength(4);
  await expect.element(versions.first().getByRole('insertion').first()).toBeVisible();
  await expect.element(edit).toHaveFocus();
  await expect.element(page.getByLabelText('audience')).toHaveValue('<i>Ada</i>');
  await page.getByLabelText('language').selectOptions('German');
  await expect.element(page.getByText('Translate into German for <i>Ada</i>.')).toBeVisible();
  await expectAccessible(page.getByRole('region', { name: /^Try it/ }));
});

it('makes no version without a change, nor by Cancel', async () => {
  await edit.click();
  await page.getByRole('button', { name: 'Update Prompt' }).click();
  await edit.click();
  await content.fill('Something else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(edit).toHaveFocus();
  await expect.element(page.getByText('Version 3')).toBeVisible();
  await expect.element(page.getByRole('listitem')).toHaveLength(3);
});

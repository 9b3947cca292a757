import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FieldTemplates, FillablePrompt } from '#web/features/marketing/fillable-prompt.tsx';
import { makeFillable } from './fillable-prompt.ts';

const container = document.createElement('div');

afterEach(() => {
  container.remove();
  delete document.documentElement.dataset['script'];
});

/** Shows a prompt as the server renders it, and starts the script. */
function show(content: string, isFolded = false): ReturnType<typeof makeFillable> {
  document.documentElement.dataset['script'] = '';
  const prompt = renderToStaticMarkup(<FillablePrompt content={content} isFolded={isFolded} />);
  container.innerHTML =
    renderToStaticMarkup(<FieldTemplates />) +
    (isFolded ? `<details><summary>Read</summary>${prompt}</details>` : prompt);
  document.body.append(container);
  const root = document.querySelector('[data-fillable]');
  return root && makeFillable(root);
}

const text = () => document.querySelector('[data-prompt-text]')?.textContent;

function refuseClipboard() {
  return vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
}

it('fills in what is typed, as text', async () => {
  show('To {{name}}, {{tone|choice:dry,<b>warm</b>}}: {{facts|long}} {{name:you}}');
  expect(text()).toBe('To you, dry: {{facts|long}} you');
  await page.getByLabelText('name').fill('<img src=x>$&');
  await page.getByLabelText('tone').selectOptions('<b>warm</b>');
  await page.getByLabelText('facts').fill('one\ntwo');
  expect(text()).toBe('To <img src=x>$&, <b>warm</b>: one\ntwo <img src=x>$&');
  expect(document.querySelectorAll('[data-fillable] :is(img, b)')).toHaveLength(0);
});

it('fills in variables whose names objects have', async () => {
  show('{{constructor}} {{__proto__}} {{toString}}');
  await page.getByLabelText('__proto__').fill('fine');
  expect(text()).toBe('{{constructor}} fine {{toString}}');
});

it('copies the filled-in text, and says so', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  show('To {{name}}');
  await page.getByLabelText('name').fill('Ada');
  await page.getByRole('button', { name: 'Copy prompt' }).click();
  await expect.element(page.getByText('Prompt copied to clipboard!')).toBeVisible();
  expect(write).toHaveBeenCalledExactlyOnceWith('To Ada');
  await page.getByLabelText('name').fill('Bea');
  await expect.element(page.getByText('Prompt copied to clipboard!')).not.toBeInTheDocument();
});

it('says when the browser refuses the clipboard, and keeps what was typed', async () => {
  refuseClipboard();
  show('To {{name}}');
  await page.getByLabelText('name').fill('Ada');
  await page.getByRole('button', { name: 'Copy prompt' }).click();
  await expect.element(page.getByText('Failed to copy prompt')).toBeVisible();
  expect(text()).toBe('To Ada');
});

it('adds the fields of a folded prompt once it is opened', async () => {
  show('{{a}} {{b|choice:x,y}} {{c|number:3}}', true);
  expect(document.querySelectorAll('[data-fillable] [data-variable]')).toHaveLength(0);
  await page.getByText('Read').click();
  await page.getByLabelText('a', { exact: true }).fill('1');
  await page.getByLabelText('b', { exact: true }).selectOptions('y');
  await expect
    .element(page.getByLabelText('c', { exact: true }))
    .toHaveAttribute('placeholder', '3');
  expect(text()).toBe('1 y 3');
});

it('follows an edited content, and keeps the values of variables that stay', async () => {
  const prompt = show('{{a}} {{b}}');
  await page.getByLabelText('a', { exact: true }).fill('1');
  prompt?.setContent('{{c}} {{a}}');
  expect(text()).toBe('{{c}} 1');
  await expect.element(page.getByLabelText('b', { exact: true })).not.toBeInTheDocument();
  prompt?.setContent(Array.from({ length: 80 }, (_, index) => `{{v${index}}}`).join(' '));
  expect(document.querySelectorAll('[data-fillable] [data-variable]')).toHaveLength(50);
});

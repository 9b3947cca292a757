import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { templateCategories } from '#contract/template-categories.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Component as Templates } from './templates.tsx';

const prompts = '/rest/v1/prompts';
const search = page.getByRole('searchbox', { name: 'Search templates' });
const tiles = page.getByRole('list', { name: 'Categories' }).getByRole('button');
const categories = page.getByRole('heading', { level: 2 });
const titles = page.getByRole('heading', { level: 3 });
const textsOf = (found: typeof titles) => found.elements().map(({ textContent }) => textContent);

const template = (title: string, category: string, fields: object = {}) =>
  promptRow({
    id: title,
    title,
    is_public: true,
    is_template: true,
    template_category: category,
    ...fields,
  });
const coldEmail = template('Write a cold email worth answering', 'Email & Outreach', {
  content: 'Write to {{name}}',
  tags: ['sales'],
  icon: '☎️',
});

/** Opens the page of an installation with one template in each category, and a cold email. */
async function open(path = '/') {
  backend.on('GET', prompts, () =>
    json([
      ...templateCategories.map((category) => template(`In ${category}`, category)),
      coldEmail,
    ]),
  );
  const screen = await renderScreen(
    <main className="px-4">
      <Templates />
    </main>,
    '*',
    path,
  );
  await expect.element(tiles).toHaveLength(20);
  return screen;
}

describe('/app/templates', () => {
  it('has twenty categories, and a tile toggles its filter', async () => {
    await open();
    expect(textsOf(categories)).toEqual(templateCategories);
    const sales = page.getByRole('button', { name: 'Sales 1 template' });
    (sales.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(sales).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => textsOf(categories)).toEqual(['Sales']);
    await sales.click();
    await expect.element(categories).toHaveLength(20);
  });

  it('shows the category of its address', async () => {
    await open('/?category=Sales');
    expect(textsOf(categories)).toEqual(['Sales']);
  });

  it('searches every template, counts the matches and forgives a typo', async () => {
    await open();
    await search.fill('COLD email');
    await expect.poll(() => textsOf(titles)).toEqual([coldEmail.title]);
    await expect
      .element(page.getByRole('button', { name: 'Email & Outreach 1 template' }))
      .toBeVisible();
    await search.fill('cold emial has:variable');
    await expect.element(page.getByText('No exact matches. Showing close ones.')).toBeVisible();
    const marks = () =>
      Array.from(document.querySelectorAll('h3 mark'), (each) => each.textContent);
    await expect.poll(marks).toEqual(['cold', 'email']);
    await search.fill('zeppelin');
    await expect.element(page.getByText('No templates found')).toBeVisible();
    await page.getByRole('button', { name: 'Show all templates' }).click();
    await expect.element(categories).toHaveLength(20);
  });

  it('opens a template as a private copy, and leads to it', async () => {
    backend.on('POST', prompts, ({ body }) => json([body], 201));
    const { currentPath } = await open();
    await page.getByRole('button', { name: coldEmail.title, exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
    await expect.element(panel.getByLabelText('Title')).toHaveValue(`${coldEmail.title} (Copy)`);
    await expect.element(panel.getByRole('switch', { name: 'Make Public' })).not.toBeChecked();
    await panel.getByRole('button', { name: 'Create Prompt' }).click();
    await expect.poll(currentPath).toMatch(/^\/app\/prompts\/./);
    const [sent] = backend.sent('POST', prompts);
    expect(sent?.body).toMatchObject({
      content: 'Write to {{name}}',
      is_public: false,
      tags: ['sales'],
      icon: '☎️',
      category: 'Email & Outreach',
    });
    expect(sent?.body).not.toHaveProperty('is_template', true);
  });

  it('scrolls its tiles on a phone, not the page', async () => {
    await page.viewport(360, 740);
    await open();
    const { scrollWidth, clientWidth } = document.documentElement;
    await page.viewport(1280, 900);
    expect(scrollWidth).toBe(clientWidth);
  });

  it('brings each tile into view whole when it gets the focus', async () => {
    await page.viewport(360, 740);
    await open();
    const cut = tiles.elements().filter((tile) => {
      (tile as HTMLElement).focus();
      const { left, right } = tile.getBoundingClientRect();
      return left < 0 || right > innerWidth;
    });
    await page.viewport(1280, 900);
    expect(cut).toEqual([]);
  });

  it('says that they failed to load, and loads them on retry', async () => {
    backend.on('GET', prompts, () => refusal(500, 'XX000', 'The lamp is out'));
    await renderScreen(<Templates />);
    await expect.element(page.getByText('Error loading templates')).toBeVisible();
    await expect.element(page.getByText('Failed to fetch templates')).toBeVisible();
    backend.on('GET', prompts, () => json([template('Interview', 'Sales')]));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('region', { name: 'Sales' })).toBeVisible();
    await expect.element(page.getByText('Interview')).toBeVisible();
  });

  it('says that an installation has none', async () => {
    backend.on('GET', prompts, () => json([]));
    await renderScreen(<Templates />);
    await expect.element(page.getByText('No template prompts available.')).toBeVisible();
  });
});

import { useEffect } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useLocation, useNavigate, type NavigateFunction } from 'react-router';
import { buildPromptDetail } from '#web/data/prompts/testing/build-prompt.ts';
import { handOver } from '#web/features/prompts/panel/handover.ts';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { setNavigating } from '#web/lib/react/navigation-state.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { PromptWriter } from './prompt-writer.tsx';

const prompts = '/rest/v1/prompts';
const id = '00000000-0000-4000-8000-0000000000b1';
const title = page.getByRole('textbox', { name: 'Title' });
const content = page.getByRole('textbox', { name: 'Content' });
const details = page.getByRole('complementary', { name: 'Details' });
const update = page.getByRole('button', { name: 'Update Prompt' });

const prompt = buildPromptDetail('Letter', {
  id,
  userId: session.user.id,
  content: 'Dear {{name}}, in {{tone|choice:dry,warm}} words. Yours, {{name}}',
});

async function openPage(request: PanelRequest) {
  const screen = await renderScreen(<PromptWriter request={request} back="/app/library" />);
  await expect.element(content).toBeVisible();
  return screen;
}

describe('PromptWriter', () => {
  it('creates a prompt, and leads to it', async () => {
    backend.on('POST', prompts, ({ body }) => json([body], 201));
    const { currentPath } = await openPage({ mode: 'create' });
    await expect.element(title).toHaveFocus();
    await userEvent.keyboard('Summary{Enter}Summarise {{{{text');
    await userEvent.keyboard('}}{Control>}{Enter}{/Control}');
    await expect.poll(() => currentPath()).toMatch(/^\/app\/prompts\/[\da-f-]+$/);
    expect(backend.sent('POST', prompts)[0]?.body).toMatchObject({
      title: 'Summary',
      content: 'Summarise {{text}}',
    });
  });

  it('shows the whole of a long title on a phone', async () => {
    await page.viewport(360, 740);
    await openPage({ mode: 'edit', prompt: { ...prompt, title: 'Many words '.repeat(18).trim() } });
    const { scrollHeight, clientHeight } = title.element();
    expect(scrollHeight).toBe(clientHeight);
    await page.viewport(1280, 900);
  });

  it('fits a phone when a word of a value is longer than its field', async () => {
    await page.viewport(360, 740);
    await openPage({ mode: 'edit', prompt: { ...prompt, content: 'Dear {{name|long}}' } });
    await page.getByRole('tab', { name: 'Fill in' }).click();
    const name = page.getByLabelText('name', { exact: true });
    await name.fill('Unbreakable'.repeat(20));
    expect(name.element().clientWidth).toBeLessThan(360);
    await page.viewport(1280, 900);
  });

  describe('while a save runs', () => {
    let navigate: NavigateFunction;

    function Screen() {
      const go = useNavigate();
      const { pathname } = useLocation();
      useEffect(() => {
        navigate = go;
      });
      if (pathname !== '/edit') return null;
      return <PromptWriter request={{ mode: 'edit', prompt }} back="/app/library" />;
    }

    /** Presses Update; returns what lets the server answer. */
    async function startSave() {
      const { promise, resolve } = Promise.withResolvers<Response>();
      backend.on('PATCH', prompts, () => promise);
      const { currentPath } = await renderScreen(<Screen />, '*', '/edit');
      await content.fill('Dear all');
      await update.click();
      await expect.poll(() => backend.sent('PATCH', prompts).length).toBe(1);
      async function answer() {
        resolve(json([{ version: 2 }]));
        await expect.element(page.getByText('Prompt updated successfully!')).toBeVisible();
        expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
      }
      return { currentPath, answer };
    }

    it('stays on the page that was opened meanwhile', async () => {
      const { currentPath, answer } = await startSave();
      void navigate('/other');
      await expect.element(content).not.toBeInTheDocument();
      await answer();
      expect(currentPath()).toBe('/other');
    });

    it('goes nowhere else while another page is opening', async () => {
      const { currentPath, answer } = await startSave();
      setNavigating(true);
      await answer();
      setNavigating(false);
      expect(currentPath()).toBe('/edit');
    });
  });

  it('keeps the title in its place when the first change brings Discard, on a phone', async () => {
    await page.viewport(360, 780);
    try {
      await openPage({ mode: 'edit', prompt });
      const { top } = title.element().getBoundingClientRect();
      await title.fill('Another');
      await expect.element(page.getByRole('button', { name: 'Discard' })).toBeVisible();
      expect(title.element().getBoundingClientRect().top).toBe(top);
      await page.getByRole('button', { name: 'Details' }).click();
      await expect.element(page.getByRole('dialog', { name: 'Details' })).toBeVisible();
    } finally {
      await page.viewport(1280, 800);
    }
  });

  it('marks what is missing, focuses it, and sends nothing', async () => {
    await openPage({ mode: 'create' });
    await content.fill('Text');
    await page.getByRole('button', { name: 'Create Prompt' }).click();
    await expect.element(title).toBeInvalid();
    await expect.element(title).toHaveFocus();
    await expect.element(page.getByText('A prompt needs a title.')).toBeVisible();
    expect(backend.sent('POST', prompts)).toEqual([]);
  });

  it('rewrites the text when a variable is renamed, and saves over its version', async () => {
    backend.on('PATCH', prompts, () => json([{ version: 2 }]));
    backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
    const { currentPath } = await openPage({ mode: 'edit', prompt });
    await details.getByRole('button', { name: 'name' }).click();
    await details.getByLabelText('Name').fill('1st');
    await expect.element(details.getByText(/^Start with a letter/)).toBeVisible();
    await details.getByLabelText('Name').fill('customer');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(content)
      .toHaveTextContent(
        'Dear {{customer}}, in {{tone|choice:dry,warm}} words. Yours, {{customer}}',
      );
    await details.getByLabelText('Default').fill('Ada');
    await update.click();
    await expect.poll(() => currentPath()).toBe('/app/library');
    const [sent] = backend.sent('PATCH', prompts);
    expect(sent?.search.get('version')).toBe('eq.1');
    expect(sent?.body).toMatchObject({
      content: 'Dear {{customer:Ada}}, in {{tone|choice:dry,warm}} words. Yours, {{customer}}',
    });
  });

  it('merges with a newer version, and leads to the prompt', async () => {
    const recipe = { ...prompt, title: 'Recipe', content: 'Take eggs.\n\nBake it.' };
    const newer = { title: 'Recipe', content: 'Take six eggs.\n\nBake it.', version: 2 };
    backend.on('PATCH', prompts, ({ search }) =>
      json(search.get('version') === 'eq.2' ? [{ version: 3 }] : []),
    );
    backend.on('GET', '/rest/v1/readable_prompts', () => json([promptRow({ id, ...newer })]));
    backend.on('GET', '/rest/v1/prompt_versions', () => json([]));
    const { currentPath } = await openPage({ mode: 'edit', prompt: recipe });
    await content.fill('Take eggs.\n\nBake it hot.');
    await update.click();
    const merge = page.getByRole('dialog', { name: 'This prompt was changed in another tab' });
    await merge.getByRole('button', { name: 'Save merged version' }).click();
    await expect.poll(() => currentPath()).toBe('/app/library');
    expect(backend.sent('PATCH', prompts).at(-1)?.body).toMatchObject({
      content: 'Take six eggs.\n\nBake it hot.',
    });
  });

  it('previews defaults, and fills in the text as it is written now', async () => {
    await openPage({ mode: 'edit', prompt });
    await content.fill('A {{tone|choice:dry,warm}} letter to {{name}}');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect.element(page.getByText('A dry letter to {{name}}')).toBeVisible();
    await page.getByRole('tab', { name: 'Fill in' }).click();
    await page.getByLabelText('name', { exact: true }).fill('Bob');
    await expect
      .element(page.getByRole('region', { name: 'Filled in' }))
      .toHaveTextContent('A dry letter to Bob');
    await page.getByRole('tab', { name: 'Write' }).click();
    await content.click();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(content).toHaveTextContent(prompt.content);
  });

  it('previews, fills in and copies the texts that it includes, and marks a gap', async () => {
    const voice = '00000000-0000-4000-8000-00000000000a';
    const gone = '00000000-0000-4000-8000-00000000000b';
    const row = { version: 2, is_public: true, gap: null };
    backend.on('GET', '/rest/v1/rpc/included_texts', () =>
      json([
        {
          ...row,
          ref: voice,
          prompt_id: voice,
          title: 'Voice',
          content: 'Be {{tone}} to {{who}}.',
        },
        { ...row, ref: gone, prompt_id: gone, title: null, content: null, gap: 'missing' },
      ]),
    );
    backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openPage({
      mode: 'edit',
      prompt: { ...prompt, content: `{{> ${voice} tone="dry"}} {{> ${gone}}} End` },
    });
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect.element(page.getByText(/Be dry to {{who}}\./)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Included: Voice' })).toBeVisible();
    await expect.element(page.getByRole('paragraph').getByText('Missing prompt')).toBeVisible();
    await page.getByRole('tab', { name: 'Fill in' }).click();
    await page.getByLabelText('who', { exact: true }).fill('Bob');
    await expect.element(page.getByText(/Be dry to Bob\./)).toBeVisible();
    await page.getByRole('button', { name: 'Copy prompt' }).click();
    await expect
      .poll(() => write.mock.calls)
      .toEqual([['Be dry to Bob. {{> missing prompt}} End']]);
  });

  describe('without space for drafts on the device', () => {
    let refusal: { mockRestore: () => void } | null = null;
    afterEach(() => refusal?.mockRestore());

    function refuseDrafts() {
      const store = localStorage.setItem.bind(localStorage);
      refusal = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
        if (key.includes('draft')) throw new DOMException('full', 'QuotaExceededError');
        store(key, value);
      });
    }

    it('asks before it is left, and goes on or leaves', async () => {
      const { currentPath } = await openPage({ mode: 'edit', prompt });
      refuseDrafts();
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      const back = page.getByRole('button', { name: 'Back' });
      await back.click();
      await expect.poll(() => currentPath()).toBe('/app/library');
      await expect.element(question).not.toBeInTheDocument();
      // At once, before the delayed draft has failed.
      await content.fill('Nowhere else');
      await back.click();
      await expect.element(question).toBeVisible();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect.element(content).toHaveTextContent('Nowhere else');
      await back.click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await expect.element(question).not.toBeInTheDocument();
    });

    it('leaves without a question once the text is saved', async () => {
      backend.on('PATCH', prompts, () => json([{ version: 2 }]));
      backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
      const { currentPath } = await openPage({ mode: 'edit', prompt });
      refuseDrafts();
      await content.fill('Saved now');
      await expect.element(page.getByText('Not saved on this device')).toBeVisible();
      await update.click();
      await expect.poll(() => currentPath()).toBe('/app/library');
    });
  });

  it('counts the text, and says which variable is not closed', async () => {
    await openPage({ mode: 'edit', prompt });
    await content.fill('One\nTwo {{name');
    await expect.element(page.getByText('3 words')).toBeVisible();
    await expect.element(page.getByText('14 characters')).toBeVisible();
    await expect.element(page.getByText('Line 2: This variable has no closing }}.')).toBeVisible();
    await page.getByRole('button', { name: 'About 4 tokens' }).click();
    await expect.element(page.getByText(/one token for four Latin characters/)).toBeVisible();
  });

  it('goes on with what was typed in the side panel, and offers it after it was left', async () => {
    const panel = await renderScreen(
      <PromptPanel request={{ mode: 'create' }} onClose={() => undefined} />,
    );
    await page.getByLabelText('Title').fill('Half a thought');
    await page.getByLabelText('Content').fill('It begins with');
    await page.getByRole('link', { name: 'Open full page' }).click();
    await expect.poll(() => panel.currentPath()).toBe('/app/prompts/new');
    await panel.unmount();

    const first = await openPage({ mode: 'create' });
    await expect.element(title).toHaveValue('Half a thought');
    await expect.element(content).toHaveTextContent('It begins with');
    await content.fill('It begins with a word');
    await page.getByRole('button', { name: 'Back' }).click();
    await first.unmount();
    handOver(null);

    await openPage({ mode: 'create' });
    await expect.element(title).toHaveValue('');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(content).toHaveTextContent('It begins with a word');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it('stays quick to read with 200 variables', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `{{value ${index}}}`).join('\n');
    await openPage({ mode: 'edit', prompt: { ...prompt, content: many } });
    await details.getByRole('button', { name: 'Show all 200 variables' }).click();
    await expect.element(details.getByRole('button', { name: 'value 199' })).toBeInTheDocument();
  });
});

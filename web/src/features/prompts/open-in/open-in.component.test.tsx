import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { backend } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { OpenInMenu } from './open-in-menu.tsx';
import { OpenInSettings } from './open-in-settings.tsx';
import { openSettings } from './open-targets.ts';

const button = page.getByRole('button', { name: 'Open in…' });
const opened = vi.fn<(url: string) => null>();
const copied = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  openSettings.set({ hidden: [], ownPattern: '' });
  opened.mockReset().mockReturnValue(null);
  copied.mockReset().mockResolvedValue();
  vi.spyOn(window, 'open').mockImplementation((url) => opened(String(url)));
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
});

async function openIn(name: string, content: string, values: Record<string, string> = {}) {
  await renderScreen(<OpenInMenu promptId="p1" content={content} values={values} />);
  await button.click();
  await page.getByRole('menuitem', { name }).click();
}

describe('OpenInMenu', () => {
  it('opens the prompt with its values filled in, and records the use', async () => {
    await openIn('Claude', 'Write to {{name}}.', { name: '$& & Co' });
    await vi.waitFor(() => {
      expect(opened).toHaveBeenCalledWith(
        'https://claude.ai/new?q=Write%20to%20%24%26%20%26%20Co.',
      );
    }, 20_000);
    expect(copied).not.toHaveBeenCalled();
    await vi.waitFor(() => {
      expect(backend.sent('POST', '/rest/v1/prompt_uses')[0]?.body).toMatchObject({
        prompt_id: 'p1',
        last_values: { name: '$& & Co' },
      });
    }, 20_000);
  });

  it('copies a text that is too long for an address, and says so', async () => {
    const long = 'word '.repeat(2_000);
    await openIn('ChatGPT', long);
    await expect.element(page.getByText(/^The prompt is too long for a link/)).toBeVisible();
    expect(copied).toHaveBeenCalledWith(long);
    expect(opened).toHaveBeenCalledWith('https://chatgpt.com/');
  });

  it('opens nothing if the text could not be copied', async () => {
    copied.mockRejectedValue(new Error('no clipboard'));
    await openIn('Gemini', 'Hello');
    await expect.element(page.getByText('Failed to copy prompt')).toBeVisible();
    expect(opened).not.toHaveBeenCalled();
  });
});

describe('OpenInSettings', () => {
  it('hides an assistant from the menu, and adds an address of one’s own', async () => {
    await renderScreen(
      <>
        <OpenInSettings />
        <OpenInMenu promptId="p1" content="Hello" values={{}} />
      </>,
    );
    await page.getByLabelText('Perplexity').click();
    await page.getByLabelText('Your own address').fill('javascript:alert("{prompt}")');
    await page.getByRole('button', { name: 'Save address' }).click();
    await expect.element(page.getByText(/^Enter an address that starts with https/)).toBeVisible();
    await page.getByLabelText('Your own address').fill('https://chat.example.com/?q={prompt}');
    await page.getByRole('button', { name: 'Save address' }).click();
    await button.click();
    await expect.element(page.getByRole('menuitem', { name: 'Claude' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Perplexity' }).query()).toBeNull();
    await page.getByRole('menuitem', { name: 'chat.example.com' }).click();
    await vi.waitFor(() => {
      expect(opened).toHaveBeenCalledWith('https://chat.example.com/?q=Hello');
    }, 20_000);
  });
});

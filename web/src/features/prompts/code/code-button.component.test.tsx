import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { promptName } from '#contract/prompt-reference.ts';
import { findVariables } from '#templating/variables.ts';
import { backend, json, noConnection } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { CodeButton } from './code-button.tsx';

const prompt = { id: '0190aaaa-bbbb-7000-8000-00000000cccc', title: 'Weekly report' };
const name = promptName(prompt);
const code = page.getByLabelText('Code', { exact: true });
const version = page.getByLabelText('Version');

const label = (text: string, number: number) => ({
  label: text,
  version_number: number,
  is_protected: false,
  moved_at: '2026-01-01T00:00:00Z',
});

beforeEach(() => {
  backend.on('GET', '/rest/v1/prompt_labels', () =>
    json([label('alpha', 3), label('production', 2)]),
  );
});

async function open(content = 'Hello') {
  await renderScreen(
    <CodeButton
      prompt={prompt}
      variables={findVariables(content)}
      values={{ name: "it's Ada", tone: '' }}
    />,
  );
  await page.getByRole('button', { name: 'Use from code' }).click();
  await expect.element(code).toBeVisible();
}

const text = () => code.element().textContent;

describe('CodeButton', () => {
  it('reads the version in production, or the one that is chosen', async () => {
    await open();
    await expect.element(version).toHaveValue('production');
    expect(text()).toBe(
      [
        `curl -sS "${location.origin}/api/v1/prompts/${name}@production"`,
        '-H "Authorization: Bearer $CUEBOOK_TOKEN"',
      ].join(' \\\n  '),
    );
    await version.selectOptions('alpha (version 3)');
    expect(text()).toContain(`${name}@alpha"`);
    await version.selectOptions('Always the latest version');
    expect(text()).toContain(`${name}"`);
  });

  it('fills variables with typed values, or else their defaults', async () => {
    await open('{{name}} {{tone:warm}}');
    expect(text()).toContain(
      `/fill" \\\n  -H "Authorization: Bearer $CUEBOOK_TOKEN" \\\n  -H "Content-Type: application/json" \\\n  -d '{"variables":{"name":"it'\\''s Ada","tone":"warm"}}'`,
    );
    await page.getByText('Python', { exact: true }).click();
    expect(text()).toContain(`json.dumps({"variables":{"name":"it's Ada","tone":"warm"}})`);
    await page.getByText('TypeScript', { exact: true }).click();
    expect(text()).toContain(`JSON.stringify({"variables":{"name":"it's Ada","tone":"warm"}})`);
  });

  it('reads the latest version without labels, also when these cannot be loaded', async () => {
    backend.on('GET', '/rest/v1/prompt_labels', noConnection);
    await open();
    await expect.element(version).toHaveValue('');
    expect(text()).toContain(`/prompts/${name}"`);
  });

  it('copies the code', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open();
    await page.getByRole('button', { name: 'Copy code' }).click();
    await expect.poll(() => write.mock.calls.flat()).toEqual([text()]);
  });
});

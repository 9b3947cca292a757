import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { buildPrompt, buildPromptDetail } from '#web/data/prompts/testing/build-prompt.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { DeletePromptDialog } from '#web/features/prompts/list/delete-prompt-dialog.tsx';
import { backend, json, noUsage } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';

const voice = '00000000-0000-4000-8000-00000000000a';
const secret = '00000000-0000-4000-8000-00000000000b';
const letter = '00000000-0000-4000-8000-00000000000c';
const step = '00000000-0000-4000-8000-00000000000d';
const reference = `{{> ${voice} tone="dry"}}`;

const included = { version: 2, is_public: true, gap: null };
const rows = [
  { ...included, ref: voice, prompt_id: voice, title: 'Voice', content: 'Be {{tone}}.' },
  { ...included, ref: secret, prompt_id: secret, title: 'Secret', content: 'x', is_public: false },
];

function useOf(title: string) {
  const content = `Dear all,\n${reference}`;
  const flags = { follows: true, is_direct: true, may_edit: true, is_public: false };
  return { id: letter, title, content, version: 4, ...flags };
}

beforeEach(() => {
  backend.on('GET', '/rest/v1/rpc/included_texts', () => json(rows));
  backend.on('GET', '/rest/v1/rpc/prompt_usage', () =>
    json({
      ...noUsage,
      used_count: 1,
      prompt_count: 1,
      prompts: [useOf('Letter')],
      chain_count: 1,
      chains: [{ id: 'c', title: 'Weekly', follows: true, has_step: false }],
      steps: [{ id: step, content: `Weekly: ${reference}` }],
    }),
  );
});

async function editVoice(fields: object = {}) {
  const onSaved = vi.fn<(id: string) => void>();
  const prompt = buildPromptDetail('Voice', {
    id: voice,
    userId: session.user.id,
    version: 2,
    content: 'Be {{tone}}.',
    ...fields,
  });
  await renderScreen(
    <PromptPanel
      request={{ mode: 'edit', prompt }}
      onClose={vi.fn<() => void>()}
      onSaved={onSaved}
    />,
  );
  const panel = page.getByRole('dialog', { name: 'Edit Prompt' });
  return {
    onSaved,
    content: panel.getByLabelText('Content'),
    update: panel.getByRole('button', { name: 'Update Prompt' }),
    makePublic: panel.getByRole('switch', { name: 'Make Public' }),
  };
}

describe('saving a prompt that others include', () => {
  const dialog = page.getByRole('dialog', { name: 'Used in 1 prompt and 1 chain' });

  it('shows what changes in each, and saves after a confirmation', async () => {
    backend.on('PATCH', '/rest/v1/prompts', () => json([{ version: 3 }]));
    const { onSaved, content, update } = await editVoice();
    await content.fill('Be very {{tone}}.');
    await update.click();
    await expect.element(dialog.getByRole('region', { name: 'Letter' })).toBeVisible();
    await expect.element(dialog.getByText('Be dry.')).toBeVisible();
    await expect.element(dialog.getByRole('insertion')).toHaveTextContent('very');
    await expect.element(dialog.getByText('Chains: Weekly')).toBeVisible();
    expect(backend.sent('PATCH', '/rest/v1/prompts')).toHaveLength(0);
    await dialog.getByRole('button', { name: 'Save everywhere' }).click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[voice]]);
  });

  it('goes back to the form with what was written', async () => {
    const { content, update } = await editVoice();
    await content.fill('Be brief.');
    await update.click();
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await expect.element(content).toHaveTextContent('Be brief.');
    expect(backend.sent('PATCH', '/rest/v1/prompts')).toHaveLength(0);
  });
});

it('publishing a prompt that includes a private one says so first', async () => {
  const { makePublic } = await editVoice({ content: `{{> ${secret}}}` });
  await makePublic.click();
  const question = page.getByRole('alertdialog', { name: 'Publish this?' });
  await expect.element(question.getByRole('listitem')).toHaveTextContent('Secret');
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect.element(makePublic).not.toBeChecked();
  await makePublic.click();
  await question.getByRole('button', { name: 'Publish anyway' }).click();
  await expect.element(makePublic).toBeChecked();
});

describe('deleting a prompt that others include', () => {
  const dialog = page.getByRole('alertdialog', { name: 'Delete “Voice”?' });
  const removal = '/rest/v1/rpc/delete_included_prompts';

  async function open() {
    backend.on('POST', removal, () => json({ prompts: [voice], saved: { [letter]: 5 } }));
    await renderScreen(
      <DeletePromptDialog
        prompt={buildPrompt('Voice', { id: voice })}
        onClose={vi.fn<() => void>()}
      />,
    );
    await expect.element(dialog.getByText('Used in 1 prompt and 1 chain.')).toBeVisible();
  }

  it.each([
    ['Put its text in', 'Be dry.', 'Put in the text of “Voice”'],
    ['Pin this version', `{{> ${voice}@2 tone="dry"}}`, 'Pinned “Voice”'],
  ])('changes them in the same request: %s', async (choice, text, changeDescription) => {
    await open();
    await dialog.getByRole('radio', { name: choice }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => backend.sent('POST', removal).length).toBe(1);
    expect(backend.sent('POST', removal)[0]?.body).toEqual({
      prompt_ids: [voice],
      changes: [{ id: letter, version: 4, content: `Dear all,\n${text}` }],
      step_changes: [{ id: step, before: `Weekly: ${reference}`, content: `Weekly: ${text}` }],
      change_description: changeDescription,
    });
    backend.on('POST', '/rest/v1/rpc/restore_included_prompts', () => json(1));
    await page.getByRole('button', { name: 'Undo' }).click();
    const undone = '/rest/v1/rpc/restore_included_prompts';
    await expect
      .poll(() => backend.sent('POST', undone)[0]?.body)
      .toEqual({
        prompt_ids: [voice],
        changes: { [letter]: 5 },
        step_changes: [{ id: step, before: `Weekly: ${text}`, content: `Weekly: ${reference}` }],
      });
  });
});

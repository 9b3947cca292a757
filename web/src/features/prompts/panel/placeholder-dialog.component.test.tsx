import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import PlaceholderDialog from './placeholder-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Turn into variables' });

async function openDialog(content: string) {
  const onConvert = vi.fn<(converted: string) => void>();
  await renderScreen(
    <PlaceholderDialog content={content} onClose={vi.fn<() => void>()} onConvert={onConvert} />,
  );
  await expect.element(dialog).toBeVisible();
  return onConvert;
}

describe('PlaceholderDialog', () => {
  it('converts what is ticked, and leaves the rest as it was written', async () => {
    const onConvert = await openDialog('Act as [Role] for ${company:Acme}. Greet {user}.');
    await dialog.getByRole('checkbox', { name: /^\[Role\]/ }).click();
    await dialog.getByRole('button', { name: 'Create 2 variables' }).click();
    expect(onConvert.mock.calls).toEqual([['Act as [Role] for {{company:Acme}}. Greet {{user}}.']]);
  });

  it('unticks a whole notation, and creates nothing when nothing is ticked', async () => {
    const onConvert = await openDialog('[One] and [Two]');
    await dialog.getByRole('checkbox', { name: /2 placeholders$/ }).click();
    const create = dialog.getByRole('button', { name: 'Nothing selected' });
    await expect.element(create).toBeDisabled();
    await expect.element(dialog.getByRole('checkbox', { checked: true })).not.toBeInTheDocument();
    expect(onConvert).not.toHaveBeenCalled();
  });
});

import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Dialog } from './overlays.tsx';

it('focuses the first field of a dialog that begins with one', async () => {
  await renderScreen(
    <Dialog open onOpenChange={() => undefined} title="Create a team">
      <TextField label="Name" name="name" />
      <TextField label="Note" name="note" />
    </Dialog>,
  );
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
});

it("focuses 'Close' of a dialog that begins with a choice", async () => {
  await renderScreen(
    <Dialog open onOpenChange={() => undefined} title="Report">
      <Checkbox label="Spam" name="spam" checked onCheckedChange={() => undefined} />
      <TextField label="Note" name="note" />
    </Dialog>,
  );
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
});

it('shows three lines of a long title, and all of a short one', async () => {
  const heightOf = async (title: string) => {
    const { unmount } = await renderScreen(
      <Dialog open onOpenChange={() => undefined} title={title}>
        Text
      </Dialog>,
    );
    const heading = page.getByRole('heading', { name: title });
    await expect.element(heading).toBeVisible();
    const { height } = heading.element().getBoundingClientRect();
    await unmount();
    return height;
  };
  const line = await heightOf('Letter');
  expect(await heightOf('A letter to the bank '.repeat(20).trim())).toBe(3 * line);
});

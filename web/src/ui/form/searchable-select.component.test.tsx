import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { Select } from './select.tsx';

const options = [
  { value: 'none', label: 'No group' },
  ...Array.from({ length: 300 }, (_, index) => ({
    value: `g${index}`,
    label: `Work/Group ${index}`,
    disabled: index === 41,
  })),
  { value: 'mail', label: 'Work/Élan/Mail' },
];

function Example({ count = options.length }: { readonly count?: number }) {
  const [value, setValue] = useState('g7');
  return (
    <>
      <Select label="Group" value={value} onChange={setValue} options={options.slice(0, count)} />
      <output>{value}</output>
    </>
  );
}

const box = page.getByRole('combobox', { name: 'Group' });
const list = page.getByRole('listbox', { name: 'Group' });
const chosen = page.getByRole('status');

describe('a select with hundreds of options', () => {
  it('narrows them by what is typed, and takes the marked one by keyboard', async () => {
    await renderScreen(<Example />);
    await expect.element(box).toHaveValue('Work/Group 7');
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(list).toBeVisible();
    // The chosen one is marked, so that arrows start there.
    await expect
      .element(list.getByRole('option', { name: 'Work/Group 7', exact: true }))
      .toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('elan mail');
    await expect.element(list.getByRole('option')).toHaveTextContent('Work/Élan/Mail');
    await expect.element(box).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(chosen).toHaveTextContent('mail');
    await expect.element(box).toHaveValue('Work/Élan/Mail');
    await expect.element(box).toHaveFocus();
    await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  });

  it('passes over disabled options, and says when nothing matches', async () => {
    await renderScreen(<Example />);
    await box.fill('Group 4');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.element(chosen).toHaveTextContent('g42');
    await box.fill('Group 41');
    const first = list.getByRole('option').first();
    await expect.element(first).toBeInViewport();
    await first.click({ force: true });
    await expect.element(list).toBeVisible();
    await expect.element(chosen).toHaveTextContent('g42');
    await box.fill('nowhere at all');
    await expect.element(page.getByText('Nothing matches.')).toBeVisible();
    await userEvent.tab();
    await expect.element(box).toHaveValue('Work/Group 42');
  });

  it('stays in a dialog that Escape does not close while the list is open', async () => {
    let isOpen = true;
    await renderScreen(
      <Dialog open onOpenChange={(open) => (isOpen = open)} title="Move">
        <Example />
      </Dialog>,
    );
    await box.click();
    await list.getByRole('option', { name: 'Work/Group 3', exact: true }).click();
    await expect.element(chosen).toHaveTextContent('g3');
    await box.click();
    await expect.element(list).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    expect(isOpen).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(isOpen).toBe(false);
  });

  it('is a native one with a few', async () => {
    await renderScreen(<Example count={20} />);
    await box.selectOptions('Work/Group 3');
    await expect.element(chosen).toHaveTextContent('g3');
  });
});

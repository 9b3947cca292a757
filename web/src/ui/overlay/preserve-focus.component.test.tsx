import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';

const names = ['One', 'Two', 'Three'];

/** A list whose rows can be removed after a question. Long lists get new elements, as some do. */
function Rows({ isRebuilt }: { readonly isRebuilt: boolean }) {
  const [rows, setRows] = useState(names);
  return (
    <main tabIndex={-1}>
      <section aria-label="Labels">
        <h2>Labels</h2>
        <ul aria-label="Rows" key={isRebuilt ? rows.length : 'same'}>
          {rows.map((name, index) => (
            <li key={name} data-index={index}>
              {name}
              <ConfirmButton
                action="Remove"
                target={name}
                description="It goes."
                onConfirm={async () => {
                  setRows(rows.filter((row) => row !== name));
                  await Promise.resolve();
                }}
              />
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

async function remove(name: string) {
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
}

async function twoFrames() {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

it.each([false, true])(
  'focuses the row beside a removed one (list rebuilt: %s)',
  async (rebuilt) => {
    await renderScreen(<Rows isRebuilt={rebuilt} />);
    await remove('Two');
    await expect.element(row('Three')).toHaveFocus();
  },
);

it('focuses the section of a list without rows', async () => {
  await renderScreen(<Rows isRebuilt={false} />);
  for (const name of names) await remove(name);
  await expect.element(page.getByRole('region', { name: 'Labels' })).toHaveFocus();
});

it('focuses the section around a button that was removed without a question', async () => {
  function Label() {
    const [isThere, setThere] = useState(true);
    return (
      <main tabIndex={-1}>
        <section aria-label="Labels">
          <h2>Labels</h2>
          {isThere ? (
            <button type="button" onClick={() => setThere(false)}>
              Remove
            </button>
          ) : null}
        </section>
      </main>
    );
  }
  await renderScreen(<Label />);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByRole('region', { name: 'Labels' })).toHaveFocus();
});

it('returns the focus to the row after an undo, whose toast goes', async () => {
  await renderScreen(<Rows isRebuilt={false} />);
  await remove('Two');
  await expect.element(row('Three')).toHaveFocus();
  const toast = document.body.appendChild(document.createElement('button'));
  toast.focus();
  toast.remove();
  await expect.element(row('Three')).toHaveFocus();
});

it('gives no focus to a page whose focused element was left before it goes', async () => {
  await renderScreen(<Rows isRebuilt={false} />);
  // The focused row of the test before went, too.
  await twoFrames();
  const button = document.createElement('button');
  document.querySelector('section')?.append(button);
  button.focus();
  button.blur();
  await vi.waitUntil(() => document.activeElement === document.body, 20_000);
  await new Promise((resolve) => setTimeout(resolve, 0));
  button.remove();
  await twoFrames();
  expect(document.activeElement).toBe(document.body);
});

import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { MarkedExcerpt, MarksFor } from './marked.tsx';

const letter = 'Dear {{name:friend}}, about {{subject|choice:the price,a delay}} of our lamps';

function show(search: string, text = letter) {
  return renderScreen(
    <p aria-label="Preview">
      <MarksFor search={search}>
        <MarkedExcerpt description="" preview={text} />
      </MarksFor>
    </p>,
  );
}

const preview = page.getByLabelText('Preview');

it('shows variables by name', async () => {
  await show('');
  await expect.element(preview).toHaveTextContent('Dear name, about subject of our lamps');
});

it('ends a text that was cut with an ellipsis, and shows no half variable', async () => {
  await show('', `${'x'.repeat(292)} {{topi`.padEnd(300, 'c'));
  await expect.element(preview).toHaveTextContent(`${'x'.repeat(292)} …`);
});

it('counts an emoji as one character, as the database does', async () => {
  await show('', '🙂'.repeat(300));
  await expect.element(preview).toHaveTextContent(`${'🙂'.repeat(300)}…`);
});

it('highlights matches, also in the name of a variable', async () => {
  await show('subject lamps');
  await expect.element(page.getByRole('mark').first()).toBeVisible();
  expect(
    page
      .getByRole('mark')
      .elements()
      .map((mark) => mark.textContent),
  ).toEqual(['subject', 'lamps']);
  await expect.element(preview).toHaveTextContent('Dear name, about subject of our lamps');
});

it('shows how a variable is written where the match is in its default', async () => {
  await show('delay');
  await expect.element(page.getByRole('mark')).toHaveTextContent('delay');
  await expect.element(preview).toHaveTextContent('…price,a delay}} of our lamps');
});

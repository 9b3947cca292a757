import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { useIsPrinting } from './use-is-printing.ts';

function Printed() {
  return <p>{useIsPrinting() ? 'on paper' : 'on the screen'}</p>;
}

it('useIsPrinting renders at once, before a browser copies the page to print it', async () => {
  await renderScreen(<Printed />);
  const text = page.getByRole('paragraph').element();
  window.dispatchEvent(new Event('beforeprint'));
  expect(text.textContent).toBe('on paper');
  window.dispatchEvent(new Event('afterprint'));
  expect(text.textContent).toBe('on the screen');
});

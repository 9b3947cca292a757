import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useFocusWhenOpened } from './use-focus-when-opened.ts';

function Form() {
  useFocusWhenOpened(() => document.querySelector<HTMLElement>('[aria-label="Name"]'));
  return <input aria-label="Name" />;
}

it('a form in place of what had the focus takes it before the next key', () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(<input aria-label="Search" key="search" />));
  page.getByLabelText('Search').element().focus();
  flushSync(() => root.render(<Form />));
  expect(document.activeElement).toBe(page.getByLabelText('Name').element());
  root.unmount();
});

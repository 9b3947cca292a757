import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { useFocusWhenOpened } from './use-focus-when-opened.ts';

function Form() {
  useFocusWhenOpened(() => document.querySelector<HTMLElement>('[aria-label="Name"]'));
  return <input aria-label="Name" />;
}

it('a form in place of what had the focus takes it before the next key', async () => {
  let openForm = () => {};
  function Switch() {
    const [isForm, setIsForm] = useState(false);
    openForm = () => setIsForm(true);
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- what has the focus before
    return isForm ? <Form /> : <input aria-label="Search" autoFocus />;
  }
  await renderScreen(<Switch />);
  await expect.element(page.getByLabelText('Search')).toHaveFocus();
  flushSync(() => openForm());
  expect(document.activeElement).toBe(page.getByLabelText('Name').element());
});

import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import type { CompletedFilter } from '#web/lib/search/complete-filter.ts';
import { SearchBox } from './search-box.tsx';

const values: Record<string, readonly string[]> = {
  in: ['Home', 'Work', 'Work/My mail', 'Work/My mail/Say "hi"'],
  tag: ['one', 'two words'],
};

const read = (name: CompletedFilter) => Promise.resolve(values[name] ?? []);

function Example() {
  const [value, setValue] = useState('');
  return (
    <>
      <SearchBox
        label="Search"
        placeholder="Search"
        value={value}
        onChange={setValue}
        completions={read}
      />
      <ul data-results={value}>
        <li>
          <button type="button">A result</button>
        </li>
      </ul>
    </>
  );
}

const plain = page.getByRole('searchbox', { name: 'Search' });
const box = page.getByRole('combobox', { name: 'Search' });
const list = page.getByRole('listbox', { name: 'Groups' });
const option = (name: string) => list.getByRole('option', { name, exact: true });

describe('SearchBox', () => {
  it('offers groups by path once in: is typed, and puts quotes around spaces', async () => {
    await renderScreen(<Example />);
    await plain.click();
    await userEvent.keyboard('tea in:');
    await expect.element(option('Home')).toHaveAttribute('aria-selected', 'true');
    await expect.element(box).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('my');
    await expect.element(option('Home')).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(option('Work/My mail/Say "hi"')).toHaveAttribute('aria-selected', 'true');
    const marked = option('Work/My mail/Say "hi"').element().id;
    await expect.element(box).toHaveAttribute('aria-activedescendant', marked);
    await userEvent.keyboard('{Enter}green');
    await expect.element(plain).toHaveValue('tea in:"Work/My mail/Say \\"hi\\"" green');
    await expect.element(list).not.toBeInTheDocument();
  });

  it('takes a value by pointer, and keeps the focus', async () => {
    await renderScreen(<Example />);
    await plain.fill('tag:t');
    await page.getByRole('option', { name: 'two words' }).click();
    await expect.element(plain).toHaveValue('tag:"two words" ');
    await expect.element(plain).toHaveFocus();
  });

  it('closes the list by Escape, then clears; arrows lead to results without a list', async () => {
    await renderScreen(<Example />);
    await plain.fill('in:w');
    await expect.element(list).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    await expect.element(plain).toHaveValue('in:w');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('button', { name: 'A result' })).toHaveFocus();
    await plain.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(plain).toHaveValue('');
  });

  it('offers no value that is typed out already', async () => {
    await renderScreen(<Example />);
    const tags = page.getByRole('listbox', { name: 'Tags' });
    await plain.fill('tag:on');
    await expect.element(tags).toBeVisible();
    await box.fill('tag:one');
    await expect.element(tags).not.toBeInTheDocument();
  });

  it('offers nothing outside of a filter, or for one without values', async () => {
    await renderScreen(<Example />);
    await plain.fill('home');
    await plain.fill('is:p');
    await plain.fill('group:h');
    await expect.element(plain).toHaveValue('group:h');
    expect(page.getByRole('option').elements()).toEqual([]);
  });
});

import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { typeWithoutPause } from '#web/testing/undo-by-word.ts';
import { TextEditor } from './text-editor.tsx';

const box = page.getByRole('textbox', { name: 'Content' });
const onEscape = vi.fn<() => void>();

const voice = '00000000-0000-4000-8000-00000000000a';
const includes = {
  find: (text: string) => {
    const prompts = [
      { title: 'Brand voice', from: 'Design' },
      { title: 'Footer', from: null },
    ].filter(({ title }) => title.toLowerCase().includes(text));
    return Promise.resolve(prompts.map((prompt) => ({ id: voice, ...prompt })));
  },
  readTitles: (ids: readonly string[]) =>
    Promise.resolve(new Map(ids.includes(voice) ? [[voice, 'Brand voice']] : [])),
};

/** A form with the editor, which shows its value outside, too. */
function Form({ start, tabIndents }: { readonly start: string; readonly tabIndents: boolean }) {
  const [value, setValue] = useState(start);
  return (
    <div>
      <TextEditor
        label="Content"
        value={value}
        onChange={setValue}
        tabIndents={tabIndents}
        includes={includes}
      />
      <pre aria-label="Value">{value}</pre>
      <button type="button" onClick={() => setValue(value.replace('one', 'three'))}>
        Rewrite
      </button>
    </div>
  );
}

async function open(start = '', { tabIndents = false } = {}) {
  await renderScreen(<Form start={start} tabIndents={tabIndents} />);
  await expect.element(box).toBeVisible();
  await box.click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
}

/** Returns the text that the form would save. */
const value = () => page.getByLabelText('Value').element().textContent;

describe('TextEditor', () => {
  it('takes back a word at a time, and brings it back', async () => {
    await open();
    await typeWithoutPause('Walk the dog');
    await expect.poll(value).toBe('Walk the dog');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(value).toBe('Walk the ');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(value).toBe('Walk ');
    await userEvent.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
    await expect.poll(value).toBe('Walk the ');
  });

  it('continues lists, and ends them at an empty item', async () => {
    await open('1. One');
    await userEvent.keyboard('{Enter}Two{Enter}{Enter}Text{Enter}- [[x] done{Enter}to do');
    await expect.poll(value).toBe('1. One\n2. Two\nText\n- [x] done\n- [ ] to do');
  });

  it('offers prompts to include after {{>, and shows them by their titles', async () => {
    await open();
    await userEvent.keyboard('Be {{{{> v');
    await expect.element(page.getByRole('option', { name: 'Brand voice Design' })).toBeVisible();
    // The shown prompt is accepted while a search for the longer text is still running.
    await userEvent.keyboard('oi{Enter}!');
    await expect.poll(value).toBe(`Be {{> ${voice}}}!`);
    await expect.element(box).toHaveTextContent('Be {{> Brand voice}}!');
    // A title is one step of the cursor.
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}?');
    await expect.poll(value).toBe(`Be {{> ?${voice}}}!`);
  });

  it('marks a reference to a prompt that cannot be read', async () => {
    await open('{{> 00000000-0000-4000-8000-00000000000b@2 tone="dry"}}');
    await expect.element(box).toHaveTextContent('{{> Missing prompt@2 tone="dry"}}');
  });

  it('offers the names of the text after two braces, and closes them', async () => {
    await open('Dear {{customer}}, ');
    await userEvent.keyboard('{{{{c');
    await expect.element(page.getByRole('option', { name: 'customer' })).toBeVisible();
    // Enter accepts what is shown, however soon it comes.
    await userEvent.keyboard('u{Enter}!');
    await expect.poll(value).toBe('Dear {{customer}}, {{customer}}!');
  });

  it('offers the types after a bar', async () => {
    await open('Write {{words|');
    await userEvent.keyboard('n');
    await expect.element(page.getByRole('option', { name: /^number/ })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(value).toBe('Write {{words|number}}');
  });

  it('closes only the offers with Escape', async () => {
    await open('{{name}} ');
    document.addEventListener('keydown', onEscape, { capture: true, once: true });
    await userEvent.keyboard('{{{{n');
    document.removeEventListener('keydown', onEscape, { capture: true });
    const offers = page.getByRole('listbox');
    await expect.element(offers).toBeVisible();
    document.addEventListener('keydown', onEscape, { capture: true });
    onEscape.mockClear();
    await userEvent.keyboard('{Escape}');
    await expect.element(offers).not.toBeInTheDocument();
    expect(onEscape).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(onEscape).toHaveBeenCalledOnce();
    document.removeEventListener('keydown', onEscape, { capture: true });
  });

  it('indents with Tab where that is wanted, and leaves with Escape and Tab', async () => {
    await open('- one', { tabIndents: true });
    await userEvent.keyboard('{Tab}');
    await expect.poll(value).toBe('  - one');
    await userEvent.keyboard('{Escape}{Tab}');
    await expect.element(box).not.toHaveFocus();
    await expect.poll(value).toBe('  - one');
  });

  it('shows a text that was changed elsewhere, and takes that back as one step', async () => {
    await open('one two');
    await page.getByRole('button', { name: 'Rewrite' }).click();
    await expect.element(box).toHaveTextContent('three two');
    await box.click();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(value).toBe('one two');
  });

  it('finds and replaces', async () => {
    await open('red, green, red');
    await userEvent.keyboard('{Control>}f{/Control}');
    await page.getByRole('textbox', { name: 'Find' }).fill('red');
    await page.getByRole('textbox', { name: 'Replace' }).fill('blue');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await expect.poll(value).toBe('blue, green, blue');
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveFocus();
  });

  it('stores every line as it is filled in, also a text of a million characters', async () => {
    const text = `${'A line of words.\n'.repeat(60_000)}The end`;
    await open();
    await box.fill('One\n\nTwo');
    await expect.poll(value).toBe('One\n\nTwo');
    await box.fill('');
    await expect.poll(value).toBe('');
    const data = new DataTransfer();
    data.setData('text/plain', text);
    box
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    await expect.poll(value).toBe(text);
  });

  it('shows characters that would be invisible', async () => {
    await open('one\0 two\u202e three');
    await expect.element(page.getByLabelText('Control character null')).toBeVisible();
    await expect
      .element(page.getByLabelText('Control character right-to-left override'))
      .toBeVisible();
    expect(value()).toBe('one\0 two\u202e three');
  });

  it.each([
    ['in a text without right-to-left letters', 'a\u200e b\u2067 c\u2069 d\u202b e\u202c', 5],
    [
      'in Hebrew, where only embeddings mislead',
      '\u05d0\u200f!\u2066 C++ \u2069 d\u202b e\u202c',
      2,
    ],
  ])('shows marks of the direction %s', async (_where, text, marks) => {
    await open(text);
    await expect
      .poll(() => page.getByLabelText(/^Control character/).elements().length)
      .toBe(marks);
  });
});

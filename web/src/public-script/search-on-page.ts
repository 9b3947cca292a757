import { findWords } from '#web/lib/search/find-words.ts';
import { searchWords } from '#web/lib/search/parse-search.ts';
import { formatCount } from '#web/lib/text/format-count.ts';

/** Searches a list on the page as it is typed: hides items, and sections without any. */
export function searchOnPage(search: HTMLElement): void {
  const box = search.querySelector('input');
  const status = search.querySelector('output');
  const noun = search.dataset['searchOnPage'] ?? '';
  const items = [...document.querySelectorAll<HTMLElement>('[data-found]')];
  const sections = [...document.querySelectorAll<HTMLElement>('[data-found-section]')];
  const nothing = document.querySelector<HTMLElement>('[data-nothing-found]');
  if (!box || !status) return;
  const show = () => {
    const { items: found, typoForgiven } = findWords(items, searchWords(box.value), (item) => [
      item.textContent,
    ]);
    for (const item of items) item.hidden = !found.includes(item);
    for (const section of sections) {
      section.hidden = !section.querySelector('[data-found]:not([hidden])');
    }
    if (nothing) nothing.hidden = found.length > 0;
    status.textContent =
      box.value.trim() === ''
        ? ''
        : `${formatCount(found.length, noun)} found${typoForgiven ? '. No exact matches. Showing close ones.' : ''}`;
  };
  box.addEventListener('input', show);
  document.querySelector('[data-clear-search]')?.addEventListener('click', () => {
    box.value = '';
    show();
    box.focus();
  });
  if (box.value !== '') show();
}

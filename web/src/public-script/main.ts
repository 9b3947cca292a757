import { nextPageNotice } from '#web/lib/storage/next-page-notice.ts';
import { requestedFork } from '#web/lib/storage/requested-fork.ts';
import { startDemo } from './demo.ts';
import { copyText, makeFillable } from './fillable-prompt.ts';
import { searchOnPage } from './search-on-page.ts';

/*
 * The script of public pages, which the server renders whole. It must stay small: tools/budgets.mjs.
 */

const notice = nextPageNotice.take();
if (notice !== null) showNotice(notice);

for (const prompt of document.querySelectorAll('[data-fillable]')) {
  if (!prompt.closest('[data-demo]')) makeFillable(prompt);
}
for (const demo of document.querySelectorAll<HTMLElement>('[data-demo]')) startDemo(demo);
for (const search of document.querySelectorAll<HTMLElement>('[data-search-on-page]')) {
  searchOnPage(search);
}
for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  button.addEventListener('click', () => void copyAndSay(button));
}
for (const link of document.querySelectorAll<HTMLElement>('[data-keep]')) {
  link.addEventListener('click', () => requestedFork.store(link.dataset['keep'] ?? ''));
}

/** Shows what the app has to say, at the foot of the page. */
function showNotice(text: string): void {
  const output = document.createElement('output');
  output.className =
    'fixed inset-x-4 bottom-4 z-50 mx-auto w-fit rounded-lg border border-hairline bg-surface px-4 py-3 text-sm text-ink shadow-float';
  document.body.append(output);
  // A status is announced when its text changes.
  output.textContent = text;
}

/** Copies the text of a button, which then says whether that worked. */
async function copyAndSay(button: HTMLElement): Promise<void> {
  const isCopied = await copyText(button.dataset['copy'] ?? '');
  button.textContent = isCopied ? 'Copied to clipboard' : 'Failed to copy to clipboard';
}

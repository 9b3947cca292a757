import { compareRuns, tokenizeWords } from '#text/tokenize-words.ts';
import { makeFillable } from './fillable-prompt.ts';

/** The most characters that a version's note shows of a change. */
const maxNote = 140;

/** Lets a visitor edit the landing page's prompt (features/marketing/hero-demo.tsx). */
export function startDemo(demo: HTMLElement): void {
  const prompt = makeFillable(demo);
  const fillable = demo.querySelector<HTMLElement>('[data-fillable]');
  const editor = demo.querySelector<HTMLFormElement>('[data-editor]');
  const text = editor?.querySelector('textarea');
  const edit = demo.querySelector<HTMLButtonElement>('[data-edit]');
  if (!prompt || !fillable || !editor || !text || !edit) return;

  const setEditing = (isEditing: boolean) => {
    editor.hidden = !isEditing;
    fillable.hidden = isEditing;
    edit.disabled = isEditing;
    if (isEditing) text.focus();
    else edit.focus();
  };
  edit.addEventListener('click', () => {
    text.value = prompt.content;
    setEditing(true);
  });
  editor.querySelector('[data-cancel]')?.addEventListener('click', () => setEditing(false));
  editor.addEventListener('submit', (event) => {
    event.preventDefault();
    const before = prompt.content;
    // As in the product, a save that changes nothing makes no version.
    if (text.value !== before) {
      prompt.setContent(text.value);
      addVersion(demo, before, text.value);
    }
    setEditing(false);
  });
}

/** Adds a version to the margin, with the words that it removes and adds. */
function addVersion(demo: Element, before: string, after: string): void {
  const list = demo.querySelector('[data-versions]');
  const latest = list?.firstElementChild;
  if (!list || !(latest instanceof HTMLElement)) return;
  const version = latest.cloneNode(true);
  if (!(version instanceof HTMLElement)) return;
  const number = Number(latest.firstElementChild?.textContent) + 1;
  latest.dataset['here'] = 'false';
  const [label, note] = version.children;
  if (label) label.textContent = String(number);
  note?.replaceChildren(...changedWords(before, after));
  list.prepend(version);
  const shown = demo.querySelector('[data-version-label]');
  if (shown) shown.textContent = `Version ${number}`;
}

function changedWords(before: string, after: string): (Element | string)[] {
  const changes = compareRuns(tokenizeWords(before), tokenizeWords(after)).flatMap(
    ({ kind, tokens }) => {
      const text = tokens.join('').trim().slice(0, maxNote);
      if (kind === 'same' || text === '') return [];
      const element = document.createElement(kind === 'added' ? 'ins' : 'del');
      element.className =
        kind === 'added'
          ? 'rounded-sm bg-added-wash px-0.5 text-added-ink underline decoration-2 underline-offset-4'
          : 'rounded-sm bg-removed-wash px-0.5 text-removed-ink line-through';
      element.textContent = text;
      return [element, ' '];
    },
  );
  // Spaces alone have changed.
  if (changes.length === 0) return ['Your edit'];
  return ['Your edit: ', ...changes.slice(0, 12)];
}

import {
  autocompletion,
  closeCompletion,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import {
  history,
  historyKeymap,
  indentWithTab,
  moveLineDown,
  moveLineUp,
  redo,
  standardKeymap,
  toggleTabFocusMode,
} from '@codemirror/commands';
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  search,
} from '@codemirror/search';
import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state';
import {
  EditorView,
  highlightSpecialChars,
  keymap,
  placeholder as placeholderText,
} from '@codemirror/view';
import { rightToLeft } from '#web/lib/text/right-to-left.ts';
import { completeReferences } from './complete-references.ts';
import { completeVariables } from './complete-variables.ts';
import { differenceOf } from './difference.ts';
import { editorTheme } from './editor-theme.ts';
import type { IncludeSource } from './include-source.ts';
import { continueList } from './list-keys.ts';
import { referenceTitles } from './reference-titles.ts';
import { textMarks } from './text-marks.ts';
import { undoByWord } from './undo-by-word.ts';

export interface EditorOptions {
  /** Tab indents; Escape and then Tab leaves. Otherwise Tab leaves, as in any other field. */
  readonly tabIndents?: boolean | undefined;
  readonly placeholder?: string | undefined;
  /** Finds prompts to include; read when the editor is mounted. */
  readonly includes?: IncludeSource | undefined;
}

interface EditorContent extends EditorOptions {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A mounted editor. */
export interface Editor {
  /** Shows another text, as one step that can be undone; does nothing if it is shown already. */
  readonly setText: (text: string) => void;
  /** Sets the attributes of the text box; undefined and false ones are left out. */
  readonly setAttributes: (
    attributes: Readonly<Record<string, string | boolean | undefined>>,
  ) => void;
  readonly focus: () => void;
  readonly openSearch: () => void;
  readonly destroy: () => void;
}

/** Marks a change that came from outside, which must not be reported back. */
const fromOutside = Annotation.define<true>();

/** Ctrl+Enter submits the form, so it is no key of the editor. */
const editingKeys = [
  ...standardKeymap,
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Ctrl-m', mac: 'Shift-Alt-m', run: toggleTabFocusMode },
];

/** Redoes with Shift, also with caps lock, where the key's own letter is small again. */
const redoKey = Prec.highest(
  EditorView.domEventHandlers({
    keydown: ({ key, shiftKey, ctrlKey, metaKey, altKey }, view) =>
      key.toLowerCase() === 'z' && shiftKey && (ctrlKey || metaKey) && !altKey && redo(view),
  }),
);

/** The browser's own search would only find the rendered part of a text. */
const searchKeys = [
  { key: 'Mod-f', run: openSearchPanel, scope: 'editor search-panel' },
  { key: 'F3', run: findNext, shift: findPrevious, scope: 'editor search-panel' },
  { key: 'Mod-g', run: findNext, shift: findPrevious, scope: 'editor search-panel' },
];

/** The texts of the search panel, in sentence case. */
const phrases = {
  next: 'Next',
  previous: 'Previous',
  replace: 'Replace',
  'replace all': 'Replace all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  close: 'Close search',
};

/** Creates an editor in `parent`. */
export function createEditor(parent: HTMLElement, content: EditorContent): Editor {
  const attributes = new Compartment();
  let shown = content.value;
  let currentAttributes = '';

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: content.value,
      extensions: [
        history({ newGroupDelay: 700 }),
        undoByWord,
        redoKey,
        search({ top: true }),
        autocompletion({ icons: false, interactionDelay: 0 }),
        content.includes
          ? completeReferences(content.includes, completeVariables)
          : EditorState.languageData.of(() => [{ autocomplete: completeVariables }]),
        keymap.of([
          ...completionKeymap,
          { key: 'Enter', run: continueList },
          ...(content.tabIndents === true ? [indentWithTab] : []),
          ...historyKeymap,
          ...searchKeys,
          ...editingKeys,
        ]),
        EditorState.phrases.of(phrases),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        textMarks,
        // Pasted ones may be refused, and could not be found.
        highlightSpecialChars({ specialChars: invisibleCharacters }),
        content.includes ? referenceTitles(content.includes) : [],
        editorTheme,
        attributes.of([]),
        content.placeholder === undefined ? [] : placeholderText(content.placeholder),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.some((one) => one.annotation(fromOutside)))
            return;
          shown = update.state.doc.toString();
          content.onChange(shown);
        }),
      ],
    }),
  });

  // Before the panel around it: its own Escape would close the whole form.
  function handleEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !view.dom.contains(document.activeElement)) return;
    // Offers that are only being looked for are not seen yet.
    const hasOffers = completionStatus(view.state) === 'active' && closeCompletion(view);
    if (!hasOffers && !closeSearchPanel(view)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  window.addEventListener('keydown', handleEscape, { capture: true });

  return {
    setText: (text) => {
      if (text === shown) return;
      const changes = differenceOf(view.state.doc.toString(), text);
      shown = text;
      if (changes) view.dispatch({ changes, annotations: fromOutside.of(true) });
    },
    setAttributes: (wanted) => {
      const entries = Object.entries(wanted).flatMap(([name, value]) =>
        value === undefined || value === false ? [] : [[name, String(value)] as const],
      );
      if (currentAttributes === String(entries)) return;
      currentAttributes = String(entries);
      view.dispatch({
        effects: attributes.reconfigure(
          EditorView.contentAttributes.of({ ...typingAttributes, ...Object.fromEntries(entries) }),
        ),
      });
    },
    focus: () => view.focus(),
    openSearch: () => void openSearchPanel(view),
    destroy: () => {
      window.removeEventListener('keydown', handleEscape, { capture: true });
      view.destroy();
    },
  };
}

/**
 * Characters that would be invisible and may mislead. Marks and isolates of the direction only in lines
 * without right-to-left letters: people who write Arabic or Hebrew need them.
 */
const invisibleCharacters = new RegExp(
  String.raw`[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u200b\u2028-\u202e\ufeff\ufff9-\ufffc]` +
    String.raw`|[\u061c\u200e\u200f\u2066-\u2069](?!.*${rightToLeft.source})(?<!${rightToLeft.source}.*)`,
  'gu',
);

/** The help of keyboards and browsers for prose, which CodeMirror turns off for code. */
const typingAttributes = {
  spellcheck: 'true',
  autocorrect: 'on',
  autocapitalize: 'sentences',
  writingsuggestions: 'true',
};

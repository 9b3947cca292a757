import {
  pickedCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { findVariables, type Variable } from '#templating/variables.ts';

const namePattern = /\{\{[ \t]*([^{}|:\n]*)$/;
const typePattern = /\{\{[^{}|:\n]+\|[ \t]*(\w*)$/;

const types: readonly Completion[] = [
  { label: 'long', detail: 'several lines', apply: closed('long') },
  { label: 'number', detail: 'a number', apply: closed('number') },
  { label: 'choice', detail: 'one of a list', apply: 'choice:' },
];

const kinds: Readonly<Record<Variable['kind'], string | undefined>> = {
  text: undefined,
  long: 'several lines',
  number: 'a number',
  choice: 'one of a list',
};

/** Offers the names of the text's variables after `{{`, and the types after `|`. */
export function completeVariables({ state, pos }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const before = state.doc.sliceString(Math.max(line.from, pos - 200), pos);
  const type = typePattern.exec(before);
  if (type) return { from: pos - (type[1] ?? '').length, options: types, validFor: /^\w*$/ };
  const name = namePattern.exec(before);
  if (!name) return null;
  const typed = name[1] ?? '';
  const options = findVariables(state.doc.toString())
    // The name that is being typed is not offered.
    .filter((variable) => variable.name !== typed.trim())
    .map(({ name: label, kind }): Completion => {
      const detail = kinds[kind];
      return { label, apply: closed(label), ...(detail === undefined ? {} : { detail }) };
    });
  return options.length === 0
    ? null
    : { from: pos - typed.length, options, validFor: /^[^{}|:\n]*$/ };
}

/** Inserts a text and closes the braces, or moves behind those that are there. */
function closed(text: string) {
  return (view: EditorView, completion: Completion, from: number, to: number) => {
    const isClosed = view.state.sliceDoc(to, to + 2) === '}}';
    view.dispatch({
      changes: { from, to, insert: isClosed ? text : `${text}}}` },
      selection: { anchor: from + text.length + 2 },
      userEvent: 'input.complete',
      annotations: pickedCompletion.of(completion),
    });
  };
}

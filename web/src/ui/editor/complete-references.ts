import { pickedCompletion, type Completion, type CompletionSource } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { formatReference } from '#web/lib/variables/references.ts';
import type { IncludeSource } from './include-source.ts';

const openReference = /\{\{>[ \t]*([^{}"\n]*)$/;

/** Offers prompts to include after `{{>`, by their titles. */
export function completeReferences({ find }: IncludeSource): CompletionSource {
  return async ({ state, pos }) => {
    const line = state.doc.lineAt(pos);
    const match = openReference.exec(state.doc.sliceString(line.from, pos));
    if (!match) return null;
    const from = line.from + match.index;
    const found = await find((match[1] ?? '').trim()).catch(() => []);
    if (found.length === 0) return null;
    const options = found.map(({ id, title }): Completion => ({
      label: title,
      apply: (view, completion, _from, to) => insertReference(view, completion, id, from, to),
    }));
    // The prompts are found for each text; the editor doesn't filter them again.
    return { from: pos - (match[1] ?? '').length, options, filter: false };
  };
}

function insertReference(
  view: EditorView,
  completion: Completion,
  id: string,
  from: number,
  to: number,
): void {
  const insert = formatReference(id);
  const isClosed = view.state.sliceDoc(to, to + 2) === '}}';
  view.dispatch({
    changes: { from, to: isClosed ? to + 2 : to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(completion),
  });
}

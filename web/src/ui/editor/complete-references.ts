import {
  closeCompletion,
  completionStatus,
  pickedCompletion,
  type Completion,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { EditorState, Prec, type Annotation, type Extension } from '@codemirror/state';
import { keymap, type Command, type EditorView } from '@codemirror/view';
import { formatReference } from '#templating/references.ts';
import type { IncludeSource } from './include-source.ts';

type Prompt = Awaited<ReturnType<IncludeSource['find']>>[number];

const openReference = /\{\{>[ \t]*([^{}"\n]*)$/;

type OpenReference = NonNullable<ReturnType<typeof findOpenReference>>;

/**
 * Offers prompts to include after `{{>`, by their titles, and elsewhere what `others` offers. As a
 * source of its own, this one would be asked again for each letter, and Enter would not accept what
 * others have offered meanwhile.
 */
export function completeReferences({ find }: IncludeSource, others: CompletionSource): Extension {
  let shown: { from: number; prompts: readonly Prompt[] } = { from: 0, prompts: [] };

  const complete: CompletionSource = (context) => {
    const open = findOpenReference(context.state, context.pos);
    return open ? completeReference(open, context.pos) : others(context);
  };

  async function completeReference(open: OpenReference, pos: number) {
    const found = await find(open.text.trim()).catch(() => []);
    shown = { from: open.from, prompts: found };
    if (found.length === 0) return null;
    const options = found.map(({ id, title, from }): Completion => ({
      label: title,
      // The space separates it from the title for screen readers.
      ...(from === null ? {} : { detail: ` ${from}` }),
      apply: (view, completion, _from, to) =>
        insertReference(view, id, open.from, to, pickedCompletion.of(completion)),
    }));
    // The prompts are found for each text; the editor doesn't filter them again.
    return { from: pos - open.text.length, options, filter: false };
  }

  /** Accepts the first shown prompt that fits, if Enter comes while a new search is running. */
  const acceptShown: Command = (view) => {
    const { head } = view.state.selection.main;
    const open = findOpenReference(view.state, head);
    if (open?.from !== shown.from || completionStatus(view.state) !== 'pending') return false;
    const text = open.text.trim().toLowerCase();
    const prompt = shown.prompts.find(({ title }) => title.toLowerCase().includes(text));
    if (!prompt) return false;
    closeCompletion(view);
    insertReference(view, prompt.id, open.from, head);
    return true;
  };

  const data = [{ autocomplete: complete }];
  return [
    EditorState.languageData.of(() => data),
    Prec.high(keymap.of([{ key: 'Enter', run: acceptShown }])),
  ];
}

/** Returns the text of the reference that is being written at `pos`, and where it starts. */
function findOpenReference(state: EditorState, pos: number) {
  const line = state.doc.lineAt(pos);
  const match = openReference.exec(state.doc.sliceString(line.from, pos));
  return match && { from: line.from + match.index, text: match[1] ?? '' };
}

function insertReference(
  view: EditorView,
  id: string,
  from: number,
  to: number,
  ...annotations: Annotation<unknown>[]
): void {
  const insert = formatReference(id);
  const isClosed = view.state.sliceDoc(to, to + 2) === '}}';
  view.dispatch({
    changes: { from, to: isClosed ? to + 2 : to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.complete',
    annotations,
  });
}

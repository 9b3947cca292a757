import { isolateHistory } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';

/** Ends an undo step after each word; the history ends one after each pause. */
export const undoByWord = EditorState.transactionExtender.of((transaction) => {
  if (!transaction.isUserEvent('input.type')) return null;
  let endsWord = false;
  transaction.changes.iterChanges((from, _to, _newFrom, _newTo, inserted) => {
    const before = transaction.startState.doc.sliceString(Math.max(0, from - 1), from);
    const text = inserted.length <= 2 ? inserted.toString() : '';
    endsWord ||= /^\s/.test(text) && !/^\s?$/.test(before);
  });
  return endsWord ? { annotations: isolateHistory.of('after') } : null;
});

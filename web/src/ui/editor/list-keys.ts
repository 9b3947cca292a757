import type { Command } from '@codemirror/view';

/** The marker of a list item or quote: indentation, marker, an optional check box. */
const itemStart = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?/;

/**
 * Continues a list: Enter in an item starts the next one, and in an empty item ends the list.
 * Returns false outside lists, so that Enter starts a line.
 */
export const continueList: Command = (view) => {
  const { state } = view;
  const { main } = state.selection;
  if (state.readOnly || !main.empty || state.selection.ranges.length > 1) return false;
  const line = state.doc.lineAt(main.head);
  const match = itemStart.exec(line.text);
  if (!match || main.head < line.from + match[0].length) return false;

  if (match[0].length === line.text.length) {
    view.dispatch({
      changes: { from: line.from, to: line.to },
      selection: { anchor: line.from },
      userEvent: 'delete',
    });
    return true;
  }
  const [, indent = '', bullet, number = '', closing = '', space = '', box] = match;
  const marker = bullet ?? `${Number(number) + 1}${closing}`;
  const insert = `\n${indent}${marker}${space}${box === undefined ? '' : '[ ] '}`;
  view.dispatch({
    changes: { from: main.head, insert },
    selection: { anchor: main.head + insert.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
};

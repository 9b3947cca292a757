import type { Range } from '@codemirror/state';
import {
  Decoration,
  type EditorView,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { markdownRanges } from './markdown-ranges.ts';
import { findVariableProblems } from '#web/lib/variables/variable-problems.ts';
import { parseVariables } from '#templating/variables.ts';

/** A line without spaces can be a million characters long; only what is near the view is marked. */
const marginOfLongLine = 1_000;

const marks = {
  variable: Decoration.mark({ class: 'cm-variable' }),
  heading: Decoration.mark({ class: 'cm-heading' }),
  strong: Decoration.mark({ class: 'cm-strong' }),
  code: Decoration.mark({ class: 'cm-code' }),
  marker: Decoration.mark({ class: 'cm-marker' }),
} as const;

/** Each line has the direction of its first letters. */
const ownDirection = Decoration.line({ attributes: { dir: 'auto' } });

interface MarkedRange {
  readonly from: number;
  readonly to: number;
  readonly mark: Decoration;
}

/** Marks variables as chips, their mistakes, and Markdown, in the visible part of the text. */
export const textMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = markVisible(view);
    }

    update({ docChanged, viewportChanged, selectionSet, focusChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged || selectionSet || focusChanged) {
        this.decorations = markVisible(view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function markVisible(view: EditorView): DecorationSet {
  const { doc, selection } = view.state;
  const cursor = view.hasFocus && selection.main.empty ? selection.main.head : null;
  const ranges: Range<Decoration>[] = [];
  let inFence = startsInFence(view, view.viewport.from);
  let markedTo = view.viewport.from - 1;
  for (const visible of view.visibleRanges) {
    for (let line = doc.lineAt(visible.from); ; line = doc.line(line.number + 1)) {
      const isNew = line.from > markedTo;
      if (isNew) ranges.push(ownDirection.range(line.from));
      // A long line has several visible ranges, whose margins may overlap.
      const from = Math.max(line.from, visible.from - marginOfLongLine, isNew ? 0 : markedTo);
      const to = Math.min(line.to, visible.to + marginOfLongLine);
      const text = doc.sliceString(from, to);
      const isFence = isNew && isFenceLine(text);
      const found =
        isFence || inFence
          ? [{ from: 0, to: text.length, mark: marks.code }]
          : markdownRanges(text, from === line.from).map(({ kind, ...range }) => ({
              ...range,
              mark: marks[kind],
            }));
      found.push(...variableRanges(text, cursor === null ? null : cursor - from));
      for (const each of found) {
        if (each.to > each.from) ranges.push(each.mark.range(from + each.from, from + each.to));
      }
      if (isFence) inFence = !inFence;
      markedTo = to;
      if (line.to >= visible.to) break;
    }
  }
  return Decoration.set(ranges, true);
}

function variableRanges(text: string, cursor: number | null): MarkedRange[] {
  const ranges: MarkedRange[] = [];
  if (!text.includes('{{')) return ranges;
  let from = 0;
  for (const part of parseVariables(text)) {
    const to = from + (part.kind === 'text' ? part.text : part.source).length;
    if (part.kind === 'variable') ranges.push({ from, to, mark: marks.variable });
    from = to;
  }
  for (const problem of findVariableProblems(text)) {
    // A variable that is being typed is not wrong yet.
    if (cursor !== null && cursor > problem.from && cursor <= problem.to) continue;
    const { message } = problem;
    const mark = Decoration.mark({ class: 'cm-problem', attributes: { title: message } });
    ranges.push({ from: problem.from, to: problem.to, mark });
  }
  return ranges;
}

/** Returns whether a position is inside a fenced block. Reads the lines above, without copying. */
function startsInFence({ state: { doc } }: EditorView, position: number): boolean {
  let inFence = false;
  for (const line of doc.iterLines(1, doc.lineAt(position).number)) {
    if (isFenceLine(line)) inFence = !inFence;
  }
  return inFence;
}

function isFenceLine(text: string): boolean {
  return text.startsWith('```') || text.startsWith('~~~');
}

/** A stretch of text with one mark. */
export interface Run<Mark extends string> {
  readonly text: string;
  readonly mark: Mark | 'none';
}

/** A part of a long text that the browser lays out as a whole, once it is visible. */
export interface TextBlock<Mark extends string> {
  readonly runs: readonly Run<Mark>[];
  /** The approximate number of lines. */
  readonly lines: number;
}

const blockLength = 4_000;
const lineLength = 72;

/**
 * Splits a long text into blocks of a few thousand characters, at line ends. A line longer than two
 * blocks is cut after a word. The runs, joined again, are the text.
 */
export function splitIntoBlocks<Mark extends string>(
  runs: readonly Run<Mark>[],
): TextBlock<Mark>[] {
  const blocks: TextBlock<Mark>[] = [];
  let block: Run<Mark>[] = [];
  let size = 0;
  function add(text: string, mark: Mark | 'none') {
    if (text === '') return;
    block.push({ text, mark });
    size += text.length;
  }
  function close() {
    if (block.length > 0) blocks.push({ runs: block, lines: linesOf(block) });
    block = [];
    size = 0;
  }
  for (const { text, mark } of runs) {
    let from = 0;
    for (;;) {
      const end = mark === 'none' ? endOfBlock(text, from + Math.max(0, blockLength - size)) : -1;
      if (end === -1) break;
      add(text.slice(from, end), mark);
      close();
      from = end;
    }
    add(text.slice(from), mark);
  }
  close();
  return blocks;
}

/** Returns the end of a block that is full at an index of the text; -1 if the text ends first. */
function endOfBlock(text: string, full: number): number {
  const latest = full + blockLength;
  const line = full < text.length ? text.indexOf('\n', full) : -1;
  if (line !== -1 && line < latest) return line + 1;
  if (latest >= text.length) return -1;
  const word = text.lastIndexOf(' ', latest - 1);
  if (word >= full) return word + 1;
  // Never between two surrogates.
  return /[\uDC00-\uDFFF]/.test(text.charAt(latest)) ? latest - 1 : latest;
}

function linesOf(runs: readonly Run<string>[]): number {
  const lines = runs
    .map(({ text }) => text)
    .join('')
    .split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0);
}

import { parseInlines, type Inline } from './markdown-inline.ts';

/*
 * Parses the subset of Markdown for comments into a tree. Raw HTML, images and tables stay text.
 * The tree contains no markup, so that no comment can inject any.
 */

export type Block =
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      /** The first number of a numbered list; null where there are none. */
      readonly start: number | null;
      readonly items: readonly (readonly Inline[])[];
    };

const maxQuoteDepth = 4;
const bullet = /^ {0,3}[-*+] +(?=\S)/;
const number = /^ {0,3}(\d{1,9})[.)] +(?=\S)/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const quote = /^ {0,3}> ?/;
const heading = /^ {0,3}#{1,6} +(?=\S)/;

/** Parses a comment. Line breaks in a paragraph are kept. */
export function parseMarkdown(text: string): Block[] {
  return blocksOf(text.split(/\r\n?|\n/), 0);
}

function blocksOf(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  /** Consumes and returns the next lines that match. */
  function take(matches: (line: string) => boolean): string[] {
    const from = at;
    while (at < lines.length && matches(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  }
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const opening = fence.exec(line)?.[1];
    if (line.trim() === '') {
      at += 1;
    } else if (opening !== undefined) {
      at += 1;
      const inside = take((each) => !closes(each, opening));
      at += 1;
      blocks.push({ kind: 'code', text: inside.join('\n') });
    } else if (quote.test(line) && depth < maxQuoteDepth) {
      const inside = take((each) => quote.test(each)).map((each) => each.replace(quote, ''));
      blocks.push({ kind: 'quote', blocks: blocksOf(inside, depth + 1) });
    } else if (bullet.test(line) || number.test(line)) {
      const mark = bullet.test(line) ? bullet : number;
      const start = number.exec(line)?.[1];
      const items = take((each) => mark.test(each)).map((each) =>
        parseInlines(each.replace(mark, '')),
      );
      blocks.push({ kind: 'list', start: start === undefined ? null : Number(start), items });
    } else if (heading.test(line)) {
      at += 1;
      // Comments are not part of the page's outline: a heading becomes a bold line.
      blocks.push({
        kind: 'paragraph',
        inlines: [{ kind: 'strong', inlines: parseInlines(line.replace(heading, '')) }],
      });
    } else {
      at += 1;
      const more = take((each) => each.trim() !== '' && !beginsBlock(each, depth));
      blocks.push({ kind: 'paragraph', inlines: parseInlines([line, ...more].join('\n')) });
    }
  }
  return blocks;
}

function closes(line: string, opening: string): boolean {
  const mark = line.trim();
  return mark.length >= opening.length && mark === opening.charAt(0).repeat(mark.length);
}

function beginsBlock(line: string, depth: number): boolean {
  return (
    fence.test(line) ||
    (quote.test(line) && depth < maxQuoteDepth) ||
    bullet.test(line) ||
    number.test(line) ||
    heading.test(line)
  );
}

interface MarkdownRange {
  readonly from: number;
  readonly to: number;
  readonly kind: 'heading' | 'strong' | 'code' | 'marker';
}

const block = /^(#{1,6}[ \t].*)|^(\s*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+\[[ xX]\])?(?=[ \t])|\s*>+)/;
const inline = /(\*\*|__)(?=\S)(.*?\S)\1|(`+)(?!`).+?\3(?!`)/g;

/**
 * Returns what Markdown means in one line: headings, list markers, bold and code. The text stays
 * as it is written. `isStart`: the text is the start of its line.
 */
export function markdownRanges(text: string, isStart: boolean): MarkdownRange[] {
  const ranges: MarkdownRange[] = [];
  const [, heading, marker] = (isStart ? block.exec(text) : null) ?? [];
  if (heading !== undefined) ranges.push({ from: 0, to: heading.length, kind: 'heading' });
  if (marker !== undefined) ranges.push({ from: 0, to: marker.length, kind: 'marker' });
  for (const match of text.matchAll(inline)) {
    const kind = match[1] === undefined ? 'code' : 'strong';
    ranges.push({ from: match.index, to: match.index + match[0].length, kind });
  }
  return ranges;
}

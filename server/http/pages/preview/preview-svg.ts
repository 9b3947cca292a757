import { escapeHtml } from '#server/escape-html.ts';

/** The parts of a prompt that a preview image shows. */
export interface Preview {
  readonly brand: string;
  readonly title: string;
  readonly content: string;
  readonly author: string | null;
}

/** The characters that the page's fonts have: Latin, punctuation and a few signs. */
const shown = String.raw`\t\n -~ -ÿıŒœʻʼˆ˚˜\u2010-\u2027\u2030-\u205e€™↑↓−∕`;
const notShown = new RegExp(`[^${shown}]`, 'gu');
/** Emoji and what joins them: decoration, left out. */
const decoration =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0e|\ufe0f|\u20e3/gu;

const width = 1_200;
const height = 630;
const margin = 84;
const maxTitleLines = 3;
const titleSize = 68;
/** Newsreader's average letter is narrower; wide letters are cut at the margin. */
const titleLineLength = Math.floor((width - 2 * margin) / (titleSize * 0.47));
const textSize = 26;
const lineHeight = 42;
const padding = 34;
/** JetBrains Mono: each character is 0.6 em wide. */
const letter = textSize * 0.6;
const textLineLength = Math.floor((width - 2 * margin - 2 * padding) / letter);
/** Texts are read this far: a few lines are shown. */
const maxText = 2_000;

/**
 * Returns the image of a prompt as SVG, 1200 by 630 pixels; null if the fonts can't write its title.
 * It refers to nothing outside of itself.
 */
export function previewSvg({ brand, title, content, author }: Preview): string | null {
  const heading = clean(title).replace(/\s+/g, ' ').trim();
  if (heading === '' || new RegExp(notShown).test(heading)) return null;
  const titleLines = clip(wrap(heading, titleLineLength), maxTitleLines);
  const top = margin + titleSize * 0.75;
  const boxTop = top + (titleLines.length - 1) * titleSize * 1.08 + 46;
  const footer = height - 54;
  const room = Math.floor((footer - 50 - boxTop - 2 * padding + 14) / lineHeight);
  // Included prompts have ids here, which say nothing.
  const own = clean(content).replaceAll(/\{\{>[^{}]*(?:\}\}|$)/g, '…');
  const text = own.replace(notShown, '').trim();
  const textLines = clip(
    text === '' ? [] : text.split('\n').flatMap((line) => wrap(line.trimEnd(), textLineLength)),
    room,
  );
  const by = author === null ? '' : clean(author).replace(notShown, '').trim();
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="#fbf9f2"/>`,
    `<clipPath id="c"><rect width="${width - margin}" height="${height}"/></clipPath>`,
    `<g clip-path="url(#c)" font-family="Newsreader" font-size="${titleSize}" letter-spacing="-1.2" fill="#26221c">`,
    ...titleLines.map((line, index) => textAt(margin, top + index * titleSize * 1.08, line)),
    '</g>',
    ...(textLines.length === 0 ? [] : textBox(textLines, boxTop)),
    `<path d="M${margin} ${footer - 20}v26" stroke="#c93a15" stroke-width="5" stroke-linecap="round"/>`,
    '<g font-family="Newsreader" font-size="30" fill="#26221c">',
    textAt(margin + 20, footer + 2, clean(brand).replace(notShown, '')),
    '</g>',
    `<g font-family="Newsreader" font-size="28" fill="#6b6459" text-anchor="end">`,
    by === '' ? '' : textAt(width - margin, footer + 2, `by ${clip(wrap(by, 40), 1).join('')}`),
    '</g></svg>',
  ].join('');
}

/** Returns the first lines of the prompt on a sheet, with its variables as chips. */
function textBox(lines: readonly string[], top: number): string[] {
  const boxHeight = lines.length * lineHeight + 2 * padding - 14;
  const left = margin + padding;
  const rows = lines.flatMap((line, index) => {
    const baseline = top + padding + 20 + index * lineHeight;
    const chips = Array.from(line.matchAll(/\{\{[^{}]*\}\}/g), ({ index: from, 0: { length } }) => {
      const x = left + from * letter - 5;
      return `<rect x="${x}" y="${baseline - 27}" width="${length * letter + 10}" height="36" rx="6" fill="#e9e3d7"/>`;
    });
    return [...chips, textAt(left, baseline, line)];
  });
  return [
    `<rect x="${margin}" y="${top}" width="${width - 2 * margin}" height="${boxHeight}" rx="12" fill="#fffefa" stroke="#e4dfd3"/>`,
    `<rect x="${margin}" y="${top + 10}" width="5" height="${boxHeight - 20}" fill="#c93a15"/>`,
    `<g font-family="JetBrains Mono" font-size="${textSize}" fill="#3b362e">`,
    ...rows,
    '</g>',
  ];
}

function textAt(x: number, y: number, text: string): string {
  return `<text xml:space="preserve" x="${x}" y="${y}">${escapeHtml(text)}</text>`;
}

function clean(text: string): string {
  return text.slice(0, maxText).replaceAll('\r', '').replaceAll('\t', '  ').replace(decoration, '');
}

/** Wraps a line at spaces; a longer word is cut. */
function wrap(line: string, maxLength: number): string[] {
  const lines = [''];
  for (const word of line.split(/(?<= )/)) {
    const last = lines.length - 1;
    const current = lines[last] ?? '';
    if ((current + word).trimEnd().length <= maxLength) lines[last] = current + word;
    else if (current === '') lines[last] = word.slice(0, maxLength);
    else lines.push(word.slice(0, maxLength));
  }
  return lines.map((each) => each.trimEnd());
}

/** Returns at most `count` lines, the last one with an ellipsis if some are left out. */
function clip(lines: readonly string[], count: number): string[] {
  const kept = lines.slice(0, Math.max(0, count));
  const last = kept.pop();
  if (last === undefined) return [];
  return [...kept, lines.length > count ? `${last.replace(/[\s.,;:]+$/, '')}…` : last];
}

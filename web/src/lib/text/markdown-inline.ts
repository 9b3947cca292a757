import { parseUrl } from '#web/lib/values/parse-url.ts';

/** A part of a paragraph. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'strong' | 'emphasis'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly inlines: readonly Inline[] };

const maxDepth = 6;
/** Characters at which something other than text may start. */
const special = /[\\`*_[\n]|\bhttps?:\/\//g;
const urlPattern = /^https?:\/\/[^\s<>"'`]+/;
const escapable = /[!-/:-@[-`{-~]/;

/** Parses bold, italic, code, links and URLs. An unclosed mark is plain text. */
export function parseInlines(text: string, depth = 0): Inline[] {
  const found: Inline[] = [];
  /** Marks that nothing closes any more: looking again for each would take quadratic time. */
  const unclosed = new Set<string>();
  let plain = '';
  let at = 0;
  function add(inline: Inline, length: number) {
    if (plain !== '') found.push({ kind: 'text', text: plain });
    plain = '';
    found.push(inline);
    at += length;
  }
  while (at < text.length) {
    special.lastIndex = at;
    const next = special.exec(text)?.index ?? text.length;
    plain += text.slice(at, next);
    at = next;
    if (at === text.length) break;
    const read = readSpecial(text, at, depth, unclosed);
    if (read) add(read.inline, read.length);
    else if (text[at] === '\\' && escapable.test(text.charAt(at + 1))) {
      plain += text.charAt(at + 1);
      at += 2;
    } else {
      plain += text.charAt(at);
      at += 1;
    }
  }
  if (plain !== '') found.push({ kind: 'text', text: plain });
  return found;
}

interface Read {
  readonly inline: Inline;
  readonly length: number;
}

function readSpecial(text: string, at: number, depth: number, unclosed: Set<string>): Read | null {
  switch (text[at]) {
    case '\n':
      return { inline: { kind: 'break' }, length: 1 };
    case '`':
      return readCode(text, at);
    case '*':
    case '_':
      return depth < maxDepth ? readEmphasis(text, at, depth, unclosed) : null;
    case '[':
      return depth < maxDepth ? readLink(text, at, depth) : null;
    case 'h':
      return readUrl(text, at);
    default:
      return null;
  }
}

function readCode(text: string, at: number): Read | null {
  const end = text.indexOf('`', at + 1);
  if (end <= at + 1) return null;
  return { inline: { kind: 'code', text: text.slice(at + 1, end) }, length: end + 1 - at };
}

function readEmphasis(text: string, at: number, depth: number, unclosed: Set<string>): Read | null {
  const mark = text.charAt(at);
  const strong = text[at + 1] === mark;
  const marks = strong ? mark + mark : mark;
  const from = at + marks.length;
  // An underscore inside a word is text: snake_case_names stay whole.
  if (mark === '_' && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return null;
  if (unclosed.has(marks) || /^\s?$/.test(text.charAt(from))) return null;
  let end = text.indexOf(marks, from + 1);
  while (end > 0 && !mayClose(text, end, marks)) end = text.indexOf(marks, end + 1);
  if (end < 0) {
    unclosed.add(marks);
    return null;
  }
  const inlines = parseInlines(text.slice(from, end), depth + 1);
  return {
    inline: { kind: strong ? 'strong' : 'emphasis', inlines },
    length: end + marks.length - at,
  };
}

function mayClose(text: string, end: number, marks: string): boolean {
  if (/\s/.test(text.charAt(end - 1))) return false;
  if (marks === '*' && (text[end + 1] === '*' || text[end - 1] === '*')) return false;
  return !marks.startsWith('_') || !/[\p{L}\p{N}]/u.test(text.charAt(end + marks.length));
}

function readLink(text: string, at: number, depth: number): Read | null {
  const middle = text.indexOf('](', at + 1);
  if (middle < 0) return null;
  const label = text.slice(at + 1, middle);
  const end = text.indexOf(')', middle);
  if (end < 0 || label.trim() === '' || /[[\]\n]/.test(label)) return null;
  const href = safeHref(text.slice(middle + 2, end).trim());
  if (href === null) return null;
  // Links don't nest: a URL in a label is text.
  const inlines = parseInlines(label, depth + 1).flatMap((each) =>
    each.kind === 'link' ? each.inlines : [each],
  );
  return { inline: { kind: 'link', href, inlines }, length: end + 1 - at };
}

function readUrl(text: string, at: number): Read | null {
  // Punctuation after a URL belongs to the sentence.
  const found = urlPattern.exec(text.slice(at))?.[0].replace(/[.,;:!?)*_\]]+$/, '');
  if (found === undefined) return null;
  const href = safeHref(found);
  if (href === null) return null;
  return {
    inline: { kind: 'link', href, inlines: [{ kind: 'text', text: found }] },
    length: found.length,
  };
}

/**
 * Returns the URL if it is of a web page or an email address: no script, no data, no path of this
 * site.
 */
function safeHref(href: string): string | null {
  if (/\s/.test(href)) return null;
  const url = parseUrl(href);
  if (url === null || !/^(https?|mailto):$/.test(url.protocol)) return null;
  return url.href;
}

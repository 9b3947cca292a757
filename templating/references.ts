import { isUuid } from '#contract/uuid.ts';

/**
 * References in a prompt's content to the text of another prompt: `{{> id}}` for the latest version,
 * `{{> id@3}}` for version 3. Values behind it are bound to variables of that text: `{{> id
 * tone="formal" "first name"="Ada"}}`, with `\"`, `\\`, `\n` and `\r` in values. While it is being
 * written, a reference has the prompt's title in place of its id. The database reads the same syntax
 * (`private.references_in`).
 */
export interface Reference {
  /** The text of the reference, with its braces. */
  readonly source: string;
  /** In lower case; null for a reference by title. */
  readonly id: string | null;
  /** The title; null for a reference by id. */
  readonly title: string | null;
  /** Null follows the latest version. */
  readonly version: number | null;
  readonly bindings: Readonly<Record<string, string>>;
}

export type ReferencePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reference'; readonly reference: Reference };

const string = String.raw`"(?:[^"\\\n]|\\[^\n])*"`;
const binding = new RegExp(
  String.raw`[ \t]+(${string}|[^ \t\r\n{}"=]+)=(${string})(?=[ \t]|$)`,
  'y',
);
const word = new RegExp(String.raw`[ \t]*(?:[^ \t"]|${string})*`, 'y');

/** Splits a content into text and references, in order. */
export function parseReferences(content: string): ReferencePart[] {
  if (!content.includes('{{>')) return content === '' ? [] : [{ kind: 'text', text: content }];
  const parts: ReferencePart[] = [];
  let from = 0;
  for (const { start, end } of findSources(content)) {
    const reference = readReference(content.slice(start, end));
    if (reference === null) continue;
    if (start > from) parts.push({ kind: 'text', text: content.slice(from, start) });
    parts.push({ kind: 'reference', reference });
    from = end;
  }
  if (from < content.length) parts.push({ kind: 'text', text: content.slice(from) });
  return parts;
}

/** Returns the references of a content, in order. */
export function findReferences(content: string): Reference[] {
  return parseReferences(content).flatMap((part) =>
    part.kind === 'reference' ? [part.reference] : [],
  );
}

/** Names the text that a reference stands for: `id` or `id@3`; null for a reference by title. */
export function referenceKey({ id, version }: Pick<Reference, 'id' | 'version'>): string | null {
  if (id === null) return null;
  return version === null ? id : `${id}@${version}`;
}

/** Returns the keys of a content's references, each once and sorted. */
export function referenceKeys(content: string): string[] {
  const keys = findReferences(content).flatMap((reference) => referenceKey(reference) ?? []);
  return [...new Set(keys)].toSorted();
}

/** Returns whether a reference can name a prompt by this title. */
export function canBeTarget(title: string): boolean {
  return title === title.trim() && /^[^{}"\n]+$/.test(title) && !/@\d+$/.test(title);
}

/** Writes a reference. */
export function formatReference(
  target: string,
  { version, bindings }: Partial<Pick<Reference, 'version' | 'bindings'>> = {},
): string {
  const pin = version ? `@${version}` : '';
  const values = Object.entries(bindings ?? {}).map(([name, value]) => {
    const key = /^[^\s{}"=]+$/.test(name) ? name : quote(name);
    return ` ${key}=${quote(value)}`;
  });
  return `{{> ${target}${pin}${values.join('')}}}`;
}

/** Replaces references in a content by those that `change` returns; null leaves one as it is. */
export function mapReferences(
  content: string,
  change: (reference: Reference) => string | null,
): string {
  return parseReferences(content)
    .map((part) =>
      part.kind === 'text' ? part.text : (change(part.reference) ?? part.reference.source),
    )
    .join('');
}

/** Returns a content with all references made equal: ids differ between libraries. */
export function withoutReferences(content: string): string {
  if (!content.includes('{{>')) return content;
  let text = '';
  let from = 0;
  for (const { start, end } of findSources(content)) {
    text += `${content.slice(from, start)}{{>}}`;
    from = end;
  }
  return text + content.slice(from);
}

/** The place of what is written like a reference, with its braces. */
interface Source {
  readonly start: number;
  readonly end: number;
}

/** Finds what is written like a reference, in order. */
function findSources(content: string): Source[] {
  const sources: Source[] = [];
  const ends = findEnds(content);
  let start = content.indexOf('{{>');
  while (start !== -1) {
    const braces = ends[start + 3] ?? -1;
    const end = braces === -1 ? start + 3 : braces + 2;
    if (braces !== -1) sources.push({ start, end });
    start = content.indexOf('{{>', end);
  }
  return sources;
}

/**
 * Returns for each position the braces that end a reference which goes on there, or -1. Braces and
 * line breaks end none, except in quotes. Works from the end of the content, so that the time grows
 * with its length only, whatever somebody writes.
 */
function findEnds(content: string): Int32Array {
  const ends = new Int32Array(content.length + 2).fill(-1);
  /** The same for the quotation mark that ends a quoted text. */
  const quoteEnds = new Int32Array(content.length + 2).fill(-1);
  for (let at = content.length - 1; at >= 0; at -= 1) {
    const next = ends[at + 1] ?? -1;
    const nextQuote = quoteEnds[at + 1] ?? -1;
    const character = content[at];
    if (character === '"') {
      ends[at] = nextQuote === -1 ? -1 : (ends[nextQuote + 1] ?? -1);
      quoteEnds[at] = at;
    } else if (character === '\\') {
      ends[at] = next;
      quoteEnds[at] = content[at + 1] === '\n' ? -1 : (quoteEnds[at + 2] ?? -1);
    } else if (character === '{' || character === '}') {
      ends[at] = character === '}' && content[at + 1] === '}' ? at : -1;
      quoteEnds[at] = nextQuote;
    } else if (character !== '\n') {
      ends[at] = next;
      quoteEnds[at] = nextQuote;
    }
  }
  return ends;
}

function readReference(source: string): Reference | null {
  const { target, bindings } = splitBindings(source.slice('{{>'.length, -'}}'.length));
  const pin = /@([1-9]\d{0,8})$/.exec(target);
  const name = pin ? target.slice(0, pin.index) : target;
  if (name === '') return null;
  const isId = isUuid(name);
  return {
    source,
    id: isId ? name.toLowerCase() : null,
    title: isId ? null : name,
    version: pin ? Number(pin[1]) : null,
    bindings,
  };
}

/** Splits the text of a reference into its target, and the bindings that follow to the end. */
function splitBindings(inner: string): Pick<Reference, 'bindings'> & { readonly target: string } {
  let bindings: [string, string][] = [];
  let targetEnd = 0;
  let at = 0;
  while (at < inner.length) {
    binding.lastIndex = at;
    const found = binding.exec(inner);
    if (found !== null) {
      const [, key = '', value = ''] = found;
      bindings.push([key.startsWith('"') ? unquote(key) : key, unquote(value)]);
      at = binding.lastIndex;
      continue;
    }
    word.lastIndex = at;
    word.exec(inner);
    at = word.lastIndex;
    // Bindings before a word belong to the target.
    if (!isBlank(inner[at - 1])) {
      bindings = [];
      targetEnd = at;
    }
  }
  let targetStart = 0;
  while (isBlank(inner[targetStart])) targetStart += 1;
  return { target: inner.slice(targetStart, targetEnd), bindings: Object.fromEntries(bindings) };
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

const escapes: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '"': '"', '\\': '\\' };

function quote(value: string): string {
  return `"${value.replaceAll(/[\n\r"\\]/g, (character) => `\\${escapes[character] ?? ''}`)}"`;
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replaceAll(/\\([^\n])/g, (_, character: string) => {
    if (character === 'n') return '\n';
    return character === 'r' ? '\r' : character;
  });
}

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
const binding = String.raw`[ \t]+(?:${string}|[^ \t\r\n{}"=]+)=${string}`;
const anyReference = new RegExp(String.raw`\{\{>((?:[^{}"\n]|${string})*)\}\}`, 'g');
const bindingsAtEnd = new RegExp(String.raw`(?:${binding})*[ \t]*$`);
const oneBinding = new RegExp(String.raw`[ \t]+(${string}|[^ \t\r\n{}"=]+)=(${string})`, 'g');

/** Splits a content into text and references, in order. */
export function parseReferences(content: string): ReferencePart[] {
  if (!content.includes('{{>')) return content === '' ? [] : [{ kind: 'text', text: content }];
  const parts: ReferencePart[] = [];
  let from = 0;
  for (const match of content.matchAll(anyReference)) {
    const reference = readReference(match[0], match[1] ?? '');
    if (reference === null) continue;
    if (match.index > from) {
      parts.push({ kind: 'text', text: content.slice(from, match.index) });
    }
    parts.push({ kind: 'reference', reference });
    from = match.index + match[0].length;
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
  return content.includes('{{>') ? content.replace(anyReference, '{{>}}') : content;
}

function readReference(source: string, inner: string): Reference | null {
  const end = bindingsAtEnd.exec(inner)?.[0] ?? '';
  const target = inner.slice(0, inner.length - end.length).replace(/^[ \t]+|[ \t]+$/g, '');
  const pin = /@([1-9]\d{0,8})$/.exec(target);
  const name = pin ? target.slice(0, pin.index) : target;
  if (name === '') return null;
  const isId = isUuid(name);
  return {
    source,
    id: isId ? name.toLowerCase() : null,
    title: isId ? null : name,
    version: pin ? Number(pin[1]) : null,
    bindings: Object.fromEntries(
      [...end.matchAll(oneBinding)].map(([, key = '', value = '']) => [
        key.startsWith('"') ? unquote(key) : key,
        unquote(value),
      ]),
    ),
  };
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

import { createHash } from 'node:crypto';
import { Document, isMap, isScalar, parseDocument, Scalar, YAMLSeq } from 'yaml';
import { isUuid } from '#contract/uuid.ts';
import { joinFrontMatter, splitFrontMatter } from '#text/front-matter.ts';
import { findVariables } from '#templating/variables.ts';
import { CliError } from '../cli-error.ts';
import type { PromptValues } from '../library/prompt-rows.ts';

/** A prompt as its file has it. */
export interface PromptFile {
  /** Null for a prompt that is not in the library yet. */
  readonly id: string | null;
  /** The version that the file is based on; null if it doesn't say. */
  readonly version: number | null;
  readonly values: PromptValues;
}

const byteOrderMark = '\uFEFF';
/** Characters that editors and tools change or hide. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u;
const unsafeInBlock = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u;

/**
 * Reads a prompt's file; null for a file without front matter, which is no prompt. A file whose
 * line breaks were all changed to CRLF, as Git may do, is read as it was before. Throws an error
 * with the reason why a file can't be read.
 */
export function parsePromptFile(text: string): PromptFile | null {
  const { yaml, body } = splitFrontMatter(normalizeFile(text));
  if (yaml === null) return null;
  const fields = readFields(yaml);
  const isCrlf = fields.get('line_endings') === 'crlf';
  return {
    id: readId(fields.get('id')),
    version: readVersion(fields.get('version')),
    values: {
      title: readText(fields, 'title'),
      description: readText(fields, 'description'),
      tags: readTags(fields.get('tags')),
      content: isCrlf ? body.replaceAll('\n', '\r\n') : body,
    },
  };
}

/**
 * Writes a prompt's file. `parsePromptFile` returns the same again, byte by byte. Comments and
 * unknown fields of the file that it replaces stay.
 */
export function formatPromptFile(
  { id, version, values }: PromptFile,
  previous: string | null = null,
): string {
  const document = parseFrontMatter(
    previous === null ? '' : (splitFrontMatter(normalizeFile(previous)).yaml ?? ''),
  );
  const { content } = values;
  const isCrlf = /\r\n/.test(content) && !/(^|[^\r])\n|\r(?!\n)/.test(content);
  setField(document, 'id', id);
  setField(document, 'version', version);
  setField(document, 'title', values.title);
  setField(document, 'description', values.description || null);
  setField(document, 'tags', nullIfEmpty(values.tags));
  setField(document, 'variables', nullIfEmpty(findVariables(content).map(({ name }) => name)));
  setField(document, 'line_endings', isCrlf ? 'crlf' : null);
  const yaml = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: 1e9 });
  return joinFrontMatter(yaml, isCrlf ? content.replaceAll('\r\n', '\n') : content);
}

/** Returns a hash by which equal prompts are found without keeping their texts. */
export function hashValues({ title, description, tags, content }: PromptValues): string {
  const json = JSON.stringify([title, description, tags, content]);
  return createHash('sha256').update(json).digest('base64url');
}

function normalizeFile(text: string): string {
  const whole = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return whole.startsWith('---\r\n') ? whole.replaceAll('\r\n', '\n') : whole;
}

function parseFrontMatter(yaml: string, schema: 'core' | 'failsafe' = 'core'): Document {
  const options = { schema, logLevel: 'error', prettyErrors: false } as const;
  const document: Document = parseDocument(yaml, options);
  const [error] = document.errors;
  if (error !== undefined) {
    throw new CliError(`its front matter is no valid YAML (${error.message})`);
  }
  if (document.contents === null) {
    const empty = new Document({});
    empty.commentBefore = document.commentBefore ?? document.comment;
    return empty;
  }
  if (!isMap(document.contents)) throw new CliError('its front matter has no fields');
  return document;
}

/** Reads fields as they are written: a title `2024` or `yes` is a text. */
function readFields(yaml: string): ReadonlyMap<string, unknown> {
  const fields: unknown = parseFrontMatter(yaml, 'failsafe').toJS();
  return new Map(Object.entries(fields ?? {}));
}

function readId(value: unknown): string | null {
  if (value === undefined || value === '') return null;
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase();
  throw new CliError('its id is none; remove the line to make a new prompt of it');
}

function readVersion(value: unknown): number | null {
  if (value === undefined || value === '') return null;
  if (typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new CliError('its version is no number; `cuebook pull` knows it if you remove the line');
}

function readText(fields: ReadonlyMap<string, unknown>, name: string): string {
  const value = fields.get(name) ?? '';
  if (typeof value === 'string') return value;
  throw new CliError(`its ${name} is no text; put it in quotes`);
}

function readTags(value: unknown): string[] {
  if (value === undefined || value === '') return [];
  const tags = typeof value === 'string' ? value.split(',').map((tag) => tag.trim()) : value;
  if (!Array.isArray(tags)) throw new CliError('its tags are no list');
  return tags
    .filter((tag) => tag !== '')
    .map((tag: unknown) => {
      if (typeof tag === 'string') return tag;
      throw new CliError('one of its tags is no text; put it in quotes');
    });
}

function nullIfEmpty(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list;
}

/** Sets a field, unless it has the value already; null removes it. */
function setField(
  document: Document,
  name: string,
  value: string | number | readonly string[] | null,
): void {
  if (value === null) {
    document.delete(name);
    return;
  }
  const current: unknown = document.get(name, true);
  if (isScalar(current) && current.value === value) return;
  if (typeof value === 'number') document.set(name, document.createNode(value));
  else if (typeof value === 'string') document.set(name, textNode(value));
  else {
    const sequence = new YAMLSeq(document.schema);
    for (const each of value) sequence.add(textNode(each));
    document.set(name, sequence);
  }
}

/** Quotes texts with characters that don't survive otherwise. */
function textNode(text: string): Scalar {
  const node = new Scalar(text);
  const isBlock = text.includes('\n') && !unsafeInBlock.test(text) && !/^\s|\s$|[ \t]\n/.test(text);
  if (isBlock) node.type = Scalar.BLOCK_LITERAL;
  else if (unsafe.test(text)) node.type = Scalar.QUOTE_DOUBLE;
  return node;
}

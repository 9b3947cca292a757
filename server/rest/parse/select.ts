import { refuse } from '#server/rest/rest-error.ts';
import type { SelectItem } from './api-request.ts';
import { readField } from './field.ts';
import { readName, TextReader } from './text-reader.ts';

/** How deep embeds may nest; each level is one more subquery per row. */
const deepest = 12;

const castName = /[\p{L}\p{N}_ ]+/uy;
const aggregate = /\.?(?:count|sum|avg|min|max)\(\)/y;

function atEnd(reader: TextReader): boolean {
  return reader.done || reader.peek(',') || reader.peek(')');
}

function readAlias(reader: TextReader): string | null {
  const start = reader.at;
  try {
    const name = readName(reader);
    if (reader.peek(':') && !reader.peek('::')) {
      reader.at += 1;
      return name;
    }
  } catch {
    // Not a name at all: the reader of the item says so.
  }
  reader.at = start;
  return null;
}

function readEmbedHints(reader: TextReader) {
  let hint: string | null = null;
  let join: 'inner' | 'left' | null = null;
  for (let count = 0; count < 2 && reader.take('!'); count += 1) {
    const word = readName(reader);
    if (word === 'inner' || word === 'left') join ??= word;
    else hint ??= word;
  }
  return { hint, join };
}

function readItems(reader: TextReader, depth: number): SelectItem[] {
  if (depth > deepest)
    throw reader.error(`resources may be embedded ${deepest} levels deep at most`);
  if (!reader.take('(')) reader.fail('"("');
  const items: SelectItem[] = [];
  reader.skipSpace();
  if (reader.take(')')) return items;
  do {
    items.push(readItem(reader, depth));
    reader.skipSpace();
  } while (reader.take(','));
  if (!reader.take(')')) reader.fail('")" or ","');
  return items;
}

function readItem(reader: TextReader, depth: number): SelectItem {
  reader.skipSpace();
  if (reader.take('...')) {
    const name = readName(reader);
    const hints = readEmbedHints(reader);
    return { kind: 'spread', name, ...hints, items: readItems(reader, depth + 1) };
  }
  if (reader.take('*')) {
    reader.skipSpace();
    if (!atEnd(reader)) reader.fail('")", "," or end of input');
    return { kind: 'star' };
  }
  const alias = readAlias(reader);
  if (reader.match(aggregate) !== null) throw refuse.aggregates();
  const start = reader.at;
  const name = readName(reader);
  if (reader.peek('!') || reader.peek('(')) {
    const hints = readEmbedHints(reader);
    return { kind: 'embed', name, alias, ...hints, items: readItems(reader, depth + 1) };
  }
  reader.at = start;
  const field = readField(reader);
  let cast: string | null = null;
  if (reader.take('::')) {
    cast = reader.match(castName)?.trim() ?? '';
    if (cast === '') reader.fail('letter or digit');
  }
  if (reader.match(aggregate) !== null) throw refuse.aggregates();
  if (!atEnd(reader)) {
    reader.fail('letter, digit, "-", "->>", "->", "::", ")", "," or end of input');
  }
  return { kind: 'field', field, alias, cast };
}

/** Reads `select=`. An empty one asks for no column. */
export function parseSelect(text: string): readonly SelectItem[] {
  const reader = new TextReader(text, 'select parameter');
  const items: SelectItem[] = [];
  reader.skipSpace();
  if (reader.done) return items;
  do {
    items.push(readItem(reader, 0));
    reader.skipSpace();
  } while (reader.take(','));
  if (!reader.done) reader.fail('"," or end of input');
  return items;
}

/** Reads `columns=` and `on_conflict=`. */
export function parseColumns(text: string, what: string): readonly string[] {
  const reader = new TextReader(text, what);
  const names: string[] = [];
  do {
    reader.skipSpace();
    names.push(readName(reader));
    reader.skipSpace();
  } while (reader.take(','));
  if (!reader.done) reader.fail('"," or end of input');
  return [...new Set(names)];
}

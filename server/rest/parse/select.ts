import { aggregateFunctions, type AggregateFunction, type SelectItem } from './api-request.ts';
import { readField } from './field.ts';
import { readName, TextReader } from './text-reader.ts';

/** How deep embeds are read; an installation may allow fewer. */
const deepest = 12;

const castName = /[\p{L}\p{N}_ ]+/uy;

function readCast(reader: TextReader): string | null {
  if (!reader.take('::')) return null;
  const cast = reader.match(castName)?.trim() ?? '';
  if (cast === '') reader.fail('letter or digit');
  return cast;
}

function readAggregate(reader: TextReader): AggregateFunction | null {
  const apply = aggregateFunctions.find((name) => reader.peek(`.${name}()`)) ?? null;
  if (apply !== null) reader.at += `.${apply}()`.length;
  return apply;
}

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
    if (!atEnd(reader)) reader.failToEnd('")", "," or end of input');
    return { kind: 'star' };
  }
  const alias = readAlias(reader);
  const rows = reader.take('count()');
  if (!rows) {
    const embed = readEmbed(reader, depth, alias);
    if (embed !== null) return embed;
  }
  const field = rows ? null : readField(reader);
  const cast = rows ? null : readCast(reader);
  const apply = rows ? 'count' : readAggregate(reader);
  const resultCast = apply === null ? null : readCast(reader);
  reader.skipSpace();
  if (!atEnd(reader)) {
    reader.failToEnd('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  }
  if (apply !== null) return { kind: 'aggregate', apply, field, cast, resultCast, alias };
  return field === null ? { kind: 'star' } : { kind: 'field', field, alias, cast };
}

/** `name!hint!inner(…)`; null, with nothing read, when what is next is no embed. */
function readEmbed(reader: TextReader, depth: number, alias: string | null): SelectItem | null {
  const start = reader.at;
  const name = readName(reader);
  if (reader.peek('!') || reader.peek('(')) {
    const end = reader.at;
    const hints = readEmbedHints(reader);
    if (reader.peek('(')) {
      return { kind: 'embed', name, alias, ...hints, items: readItems(reader, depth + 1) };
    }
    reader.at = end;
    reader.failToEnd('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  }
  reader.at = start;
  return null;
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

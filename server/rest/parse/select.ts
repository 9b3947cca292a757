import { deepestEmbed } from '#server/config.ts';
import { aggregateFunctions, type AggregateFunction, type SelectItem } from './api-request.ts';
import { readField } from './field.ts';
import { readName, TextReader } from './text-reader.ts';

const castName = /[\p{L}\p{N}_ ]+/uy;

function readCast(reader: TextReader): string | null {
  if (!reader.accept('::')) return null;
  const cast = reader.match(castName)?.trim() ?? '';
  if (cast === '') reader.fail('letter or digit');
  return cast;
}

function readAggregate(reader: TextReader): AggregateFunction | null {
  const apply = aggregateFunctions.find((name) => reader.peek(`.${name}()`)) ?? null;
  if (apply !== null) reader.position += `.${apply}()`.length;
  return apply;
}

function atEnd(reader: TextReader): boolean {
  return reader.isAtEnd || reader.peek(',') || reader.peek(')');
}

function readAlias(reader: TextReader): string | null {
  const start = reader.position;
  try {
    const name = readName(reader);
    if (reader.peek(':') && !reader.peek('::')) {
      reader.position += 1;
      return name;
    }
  } catch {
    // It is no name: reading the item fails with the right error.
  }
  reader.position = start;
  return null;
}

function readEmbedHints(reader: TextReader) {
  let hint: string | null = null;
  let join: 'inner' | 'left' | null = null;
  for (let count = 0; count < 2 && reader.accept('!'); count += 1) {
    const word = readName(reader);
    if (word === 'inner' || word === 'left') join ??= word;
    else hint ??= word;
  }
  return { hint, join };
}

function readItems(reader: TextReader, depth: number): SelectItem[] {
  if (depth > deepestEmbed)
    throw reader.error(`resources may be embedded ${deepestEmbed} levels deep at most`);
  if (!reader.accept('(')) reader.fail('"("');
  const items: SelectItem[] = [];
  reader.skipSpace();
  if (reader.accept(')')) return items;
  do {
    items.push(readItem(reader, depth));
    reader.skipSpace();
  } while (reader.accept(','));
  if (!reader.accept(')')) reader.fail('")" or ","');
  return items;
}

function readItem(reader: TextReader, depth: number): SelectItem {
  reader.skipSpace();
  if (reader.accept('...')) {
    const name = readName(reader);
    const hints = readEmbedHints(reader);
    return { kind: 'spread', name, ...hints, items: readItems(reader, depth + 1) };
  }
  if (reader.accept('*')) {
    reader.skipSpace();
    if (!atEnd(reader)) reader.failToEnd('")", "," or end of input');
    return { kind: 'star' };
  }
  const alias = readAlias(reader);
  const isRowCount = reader.accept('count()');
  if (!isRowCount) {
    const embed = readEmbed(reader, depth, alias);
    if (embed !== null) return embed;
  }
  const field = isRowCount ? null : readField(reader);
  const cast = isRowCount ? null : readCast(reader);
  const apply = isRowCount ? 'count' : readAggregate(reader);
  const resultCast = apply === null ? null : readCast(reader);
  reader.skipSpace();
  if (!atEnd(reader)) {
    reader.failToEnd('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  }
  if (apply !== null) return { kind: 'aggregate', apply, field, cast, resultCast, alias };
  return field === null ? { kind: 'star' } : { kind: 'field', field, alias, cast };
}

/** Reads `name!hint!inner(…)`. Returns null, with nothing consumed, if no embed is next. */
function readEmbed(reader: TextReader, depth: number, alias: string | null): SelectItem | null {
  const start = reader.position;
  const name = readName(reader);
  if (reader.peek('!') || reader.peek('(')) {
    const end = reader.position;
    const hints = readEmbedHints(reader);
    if (reader.peek('(')) {
      return { kind: 'embed', name, alias, ...hints, items: readItems(reader, depth + 1) };
    }
    reader.position = end;
    reader.failToEnd('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  }
  reader.position = start;
  return null;
}

/** Parses `select=`. An empty one selects no column. */
export function parseSelect(text: string): readonly SelectItem[] {
  const reader = new TextReader(text, 'select parameter');
  const items: SelectItem[] = [];
  reader.skipSpace();
  if (reader.isAtEnd) return items;
  do {
    items.push(readItem(reader, 0));
    reader.skipSpace();
  } while (reader.accept(','));
  reader.skipStrayClosers();
  if (!reader.isAtEnd) reader.fail('"," or end of input');
  return items;
}

/** Parses `columns=` and `on_conflict=`. */
export function parseColumns(text: string, parameterName: string): readonly string[] {
  const reader = new TextReader(text, parameterName);
  const names: string[] = [];
  do {
    reader.skipSpace();
    names.push(readName(reader));
    reader.skipSpace();
  } while (reader.accept(','));
  if (!reader.isAtEnd) reader.fail('"," or end of input');
  return [...new Set(names)];
}

import type { OrderTerm } from './api-request.ts';
import { readField } from './field.ts';
import { readName, TextReader } from './text-reader.ts';

function readTarget(reader: TextReader): Pick<OrderTerm, 'relation' | 'field'> {
  const start = reader.position;
  reader.skipSpace();
  const name = readName(reader);
  if (reader.accept('(')) {
    const field = readField(reader);
    if (reader.accept(')')) {
      reader.skipSpace();
      return { relation: name, field };
    }
    // If it is no column of an embed, the failure is reported at the opening parenthesis.
  }
  reader.position = start;
  return { relation: null, field: readField(reader) };
}

const nullOrders = ['nullsfirst', 'nullslast'] as const;
const directions = ['asc', 'desc'] as const;

/** Consumes a dot and one of the keywords, and returns it; null if none is next. */
function acceptSuffix<Word extends string>(
  reader: TextReader,
  keywords: readonly Word[],
): Word | null {
  const word = keywords.find((candidate) => reader.peek(`.${candidate}`)) ?? null;
  if (word !== null) reader.position += 1 + word.length;
  return word;
}

function readTerm(reader: TextReader): OrderTerm {
  const target = readTarget(reader);
  const direction = acceptSuffix(reader, directions);
  const nulls = acceptSuffix(reader, nullOrders);
  reader.skipSpace();
  if (!reader.isAtEnd && !reader.peek(',')) {
    if (nulls !== null) reader.failToEnd('"," or end of input');
    if (reader.accept('.')) {
      if (direction !== null) reader.failKeyword(nullOrders, '"nullsfirst" or "nullslast"');
      reader.failKeyword(directions, '"asc", "desc", "nullsfirst" or "nullslast"');
    }
    if (direction !== null) reader.failToEnd('delimiter (.), "," or end of input');
    reader.failToEnd('letter, digit, "-", "->>", "->", delimiter (.), "," or end of input');
  }
  const nullOrder = nulls === null ? null : nulls === 'nullsfirst' ? 'first' : 'last';
  return { ...target, direction, nulls: nullOrder };
}

export function parseOrder(text: string): readonly OrderTerm[] {
  const reader = new TextReader(text, 'order');
  const terms = [readTerm(reader)];
  while (reader.accept(',')) terms.push(readTerm(reader));
  return terms;
}

import type { OrderTerm } from './api-request.ts';
import { readField } from './field.ts';
import { readName, TextReader } from './text-reader.ts';

function readTarget(reader: TextReader): Pick<OrderTerm, 'relation' | 'field'> {
  const start = reader.at;
  reader.skipSpace();
  const name = readName(reader);
  if (reader.take('(')) {
    const field = readField(reader);
    if (reader.take(')')) {
      reader.skipSpace();
      return { relation: name, field };
    }
    // Not a column of something embedded: the failure is where its parenthesis opens.
  }
  reader.at = start;
  return { relation: null, field: readField(reader) };
}

const nullOrders = ['nullsfirst', 'nullslast'] as const;
const directions = ['asc', 'desc'] as const;

/** Steps over a dot and the word behind it. */
function readWord<Word extends string>(reader: TextReader, words: readonly Word[]): Word | null {
  const word = words.find((candidate) => reader.peek(`.${candidate}`)) ?? null;
  if (word !== null) reader.at += 1 + word.length;
  return word;
}

function readTerm(reader: TextReader): OrderTerm {
  const target = readTarget(reader);
  const direction = readWord(reader, directions);
  const nulls = readWord(reader, nullOrders);
  reader.skipSpace();
  if (!reader.done && !reader.peek(',')) {
    if (nulls !== null) reader.failToEnd('"," or end of input');
    if (reader.take('.')) {
      if (direction !== null) reader.failWord(nullOrders, '"nullsfirst" or "nullslast"');
      reader.failWord(directions, '"asc", "desc", "nullsfirst" or "nullslast"');
    }
    if (direction !== null) reader.failToEnd('delimiter (.), "," or end of input');
    reader.failToEnd('letter, digit, "-", "->>", "->", delimiter (.), "," or end of input');
  }
  const by = nulls === null ? null : nulls === 'nullsfirst' ? 'first' : 'last';
  return { ...target, direction, nulls: by };
}

export function parseOrder(text: string): readonly OrderTerm[] {
  const reader = new TextReader(text, 'order');
  const terms = [readTerm(reader)];
  while (reader.take(',')) terms.push(readTerm(reader));
  return terms;
}

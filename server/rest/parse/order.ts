import type { OrderTerm } from './api-request.ts';
import { readField } from './field.ts';
import { readName, TextReader } from './text-reader.ts';

function readTarget(reader: TextReader): Pick<OrderTerm, 'relation' | 'field'> {
  const start = reader.at;
  reader.skipSpace();
  const name = readName(reader);
  if (reader.take('(')) {
    const field = readField(reader);
    reader.need(')');
    return { relation: name, field };
  }
  reader.at = start;
  return { relation: null, field: readField(reader) };
}

function readTerm(reader: TextReader): OrderTerm {
  const target = readTarget(reader);
  const direction = reader.match(/\.asc(?=[.,\s]|$)/y)
    ? 'asc'
    : reader.match(/\.desc(?=[.,\s]|$)/y)
      ? 'desc'
      : null;
  const nulls = reader.match(/\.nullsfirst(?=[,\s]|$)/y)
    ? 'first'
    : reader.match(/\.nullslast(?=[,\s]|$)/y)
      ? 'last'
      : null;
  reader.skipSpace();
  if (!reader.done && !reader.peek(',')) {
    if (reader.take('.')) {
      reader.fail(
        direction === null
          ? '"asc", "desc", "nullsfirst" or "nullslast"'
          : '"nullsfirst" or "nullslast"',
      );
    }
    reader.fail('delimiter (.), "," or end of input');
  }
  return { ...target, direction, nulls };
}

export function parseOrder(text: string): readonly OrderTerm[] {
  const reader = new TextReader(text, 'order');
  const terms = [readTerm(reader)];
  while (reader.take(',')) terms.push(readTerm(reader));
  return terms;
}

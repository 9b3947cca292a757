import type { Field, JsonOperand, JsonStep } from './api-request.ts';
import { readJsonKey, readName, type TextReader } from './text-reader.ts';

const index = /-?\d+(?=->|::|\.|,|\)|\s|$)/y;
const digits = /\d*/y;

function readOperand(reader: TextReader): JsonOperand {
  const number = reader.match(index);
  if (number !== null) return { kind: 'index', index: number };
  if (reader.accept('-')) {
    if (reader.match(digits) === '') reader.fail('digit');
    reader.failToEnd('digit, "->", "::", ".", "," or end of input');
  }
  return { kind: 'key', key: readJsonKey(reader) };
}

function readPath(reader: TextReader): JsonStep[] {
  const path: JsonStep[] = [];
  for (;;) {
    const arrow = reader.accept('->>') ? '->>' : reader.accept('->') ? '->' : null;
    if (arrow === null) return path;
    path.push({ arrow, operand: readOperand(reader) });
  }
}

export function readField(reader: TextReader): Field {
  reader.skipSpace();
  const name = readName(reader);
  const path = readPath(reader);
  reader.skipSpace();
  return { name, path };
}

/** Reads the key of a filter: `rel.rel.column->path`. */
export function readTreePath(reader: TextReader): { path: string[]; field: Field } {
  const names = [readName(reader)];
  while (reader.accept('.')) names.push(readName(reader));
  const path = readPath(reader);
  if (!reader.isAtEnd) reader.fail('delimiter (.), "->>", "->" or end of input');
  const name = names.pop() ?? '';
  return { path: names, field: { name, path } };
}

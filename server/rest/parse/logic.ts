import type { AtPath, Literal, LogicTree } from './api-request.ts';
import { readField } from './field.ts';
import { readCondition } from './filter.ts';
import { QuoteScanner, scanList } from './quoted.ts';
import { readName, TextReader } from './text-reader.ts';

const maxDepth = 32;

function literal(text: string): Literal {
  return { kind: 'text', text };
}

/** Reads a value in a tree: quoted, an array, or up to a comma or closing parenthesis. */
function readValue(reader: TextReader, quotes: QuoteScanner): Literal {
  const quoted = quotes.scan(reader.position);
  const next = quoted === null ? undefined : reader.text[quoted.end];
  if (quoted !== null && (next === undefined || next === ',' || next === ')')) {
    reader.position = quoted.end;
    return literal(quoted.value);
  }
  const array = reader.match(/\{[^{}]*\}/y);
  if (array !== null) return literal(array);
  return literal(reader.match(/[^,)]*/y) ?? '');
}

/** Reads the list of `in.(…)`, with its parentheses. */
function readList(reader: TextReader, quotes: QuoteScanner): Literal {
  const start = reader.position;
  reader.expect('(');
  const list = scanList(reader.text, reader.position, quotes);
  reader.position = list?.end ?? reader.text.length;
  if (list === null) reader.fail('")"');
  return literal(reader.text.slice(start, reader.position));
}

function readGroup(reader: TextReader, quotes: QuoteScanner, depth: number): LogicTree | null {
  const head = reader.match(/(?:not\.)?(?:and|or)[ \t]*\(/y);
  if (head === null) return null;
  if (depth > maxDepth) throw reader.error(`conditions may nest ${maxDepth} levels deep at most`);
  const members: LogicTree[] = [];
  do {
    reader.skipSpace();
    members.push(readTree(reader, quotes, depth + 1));
    reader.skipSpace();
  } while (reader.accept(','));
  if (!reader.accept(')')) reader.fail('"," or ")"');
  return {
    kind: 'group',
    operator: head.includes('or') ? 'or' : 'and',
    negated: head.startsWith('not.'),
    members,
  };
}

/** Fails as a group would if `not.`, `and` or `or` is next; returns otherwise. */
function failAsGroup(reader: TextReader, start: number): void {
  reader.position = start;
  const negated = reader.accept('not.');
  if (reader.accept('and') || reader.accept('or')) reader.fail('"("');
  if (negated) reader.fail('logic operator (and, or)');
}

const expectedTreeStart =
  'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)';

function readTree(reader: TextReader, quotes: QuoteScanner, depth: number): LogicTree {
  const group = readGroup(reader, quotes, depth);
  if (group !== null) return group;
  const start = reader.position;
  if (reader.match(/(?=[\p{L}\p{N}_ $"])/uy) === null) reader.fail(expectedTreeStart);
  try {
    const field = readField(reader);
    reader.expect('.', 'delimiter (.)');
    const value = () => readValue(reader, quotes);
    const list = () => readList(reader, quotes);
    return { kind: 'filter', field, ...readCondition(reader, value, list) };
  } catch (error) {
    failAsGroup(reader, start);
    throw error;
  }
}

/** Reads `or=(…)`, `rel.not.and=(…)`. */
export function parseLogic(name: string, text: string): AtPath<LogicTree> {
  const keyReader = new TextReader(name, 'logic path');
  const names = [readName(keyReader)];
  while (keyReader.accept('.')) names.push(readName(keyReader));
  const operator = names.pop() ?? 'and';
  // The parameter's name is the operator of the outermost group.
  const source = (names.includes('not') ? 'not.' : '') + operator + text;
  const reader: TextReader = new TextReader(source, 'logic tree', text);
  const quotes = new QuoteScanner(source);
  const tree = readGroup(reader, quotes, 0);
  if (tree === null) {
    failAsGroup(reader, 0);
    reader.fail('logic operator (and, or)');
  }
  reader.skipSpace();
  reader.skipStrayClosers();
  if (!reader.isAtEnd) reader.failToEnd('end of input');
  return { path: names.filter((part) => part !== 'not'), value: tree };
}

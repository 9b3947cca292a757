import type { At, Literal, LogicTree } from './api-request.ts';
import { readField } from './field.ts';
import { readCondition } from './filter.ts';
import { QuoteScanner, scanList } from './quoted.ts';
import { readName, TextReader } from './text-reader.ts';

const deepest = 32;

function literal(text: string): Literal {
  return { kind: 'text', text };
}

/** A value inside a tree ends at a comma or a closing parenthesis, unless quoted or an array. */
function readValue(reader: TextReader, quotes: QuoteScanner): Literal {
  const quoted = quotes.scan(reader.at);
  const next = quoted === null ? undefined : reader.text[quoted.end];
  if (quoted !== null && (next === undefined || next === ',' || next === ')')) {
    reader.at = quoted.end;
    return literal(quoted.value);
  }
  const array = reader.match(/\{[^{}]*\}/y);
  if (array !== null) return literal(array);
  return literal(reader.match(/[^,)]*/y) ?? '');
}

/** The list of `in.(…)`, with its parentheses. */
function readList(reader: TextReader, quotes: QuoteScanner): Literal {
  const start = reader.at;
  reader.need('(');
  const list = scanList(reader.text, reader.at, quotes);
  reader.at = list?.end ?? reader.text.length;
  if (list === null) reader.fail('")"');
  return literal(reader.text.slice(start, reader.at));
}

function readGroup(reader: TextReader, quotes: QuoteScanner, depth: number): LogicTree | null {
  const head = reader.match(/(?:not\.)?(?:and|or)[ \t]*\(/y);
  if (head === null) return null;
  if (depth > deepest) throw reader.error(`conditions may nest ${deepest} levels deep at most`);
  const members: LogicTree[] = [];
  do {
    reader.skipSpace();
    members.push(readTree(reader, quotes, depth + 1));
    reader.skipSpace();
  } while (reader.take(','));
  if (!reader.take(')')) reader.fail('"," or ")"');
  return {
    kind: 'group',
    operator: head.includes('or') ? 'or' : 'and',
    negated: head.startsWith('not.'),
    members,
  };
}

/** After `not.` only a group can follow where no condition could be read; and so behind `and` or `or`. */
function failAsGroup(reader: TextReader, start: number): void {
  reader.at = start;
  const negated = reader.take('not.');
  if (reader.take('and') || reader.take('or')) reader.fail('"("');
  if (negated) reader.fail('logic operator (and, or)');
}

const beginning =
  'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)';

function readTree(reader: TextReader, quotes: QuoteScanner, depth: number): LogicTree {
  const group = readGroup(reader, quotes, depth);
  if (group !== null) return group;
  const start = reader.at;
  if (reader.match(/(?=[\p{L}\p{N}_ $"])/uy) === null) reader.fail(beginning);
  try {
    const field = readField(reader);
    reader.need('.', 'delimiter (.)');
    const value = () => readValue(reader, quotes);
    const list = () => readList(reader, quotes);
    return { kind: 'filter', field, ...readCondition(reader, value, list) };
  } catch (error) {
    failAsGroup(reader, start);
    throw error;
  }
}

/** Reads `or=(…)`, `rel.not.and=(…)`. */
export function parseLogic(name: string, text: string): At<LogicTree> {
  const keyReader = new TextReader(name, 'logic path');
  const names = [readName(keyReader)];
  while (keyReader.take('.')) names.push(readName(keyReader));
  const operator = names.pop() ?? 'and';
  // The parameter's name is the operator of its outermost group.
  const whole = (names.includes('not') ? 'not.' : '') + operator + text;
  const reader: TextReader = new TextReader(whole, 'logic tree', text);
  const quotes = new QuoteScanner(whole);
  const tree = readGroup(reader, quotes, 0);
  if (tree === null) {
    failAsGroup(reader, 0);
    reader.fail('logic operator (and, or)');
  }
  reader.skipSpace();
  if (!reader.done) reader.failToEnd('end of input');
  return { path: names.filter((part) => part !== 'not'), said: tree };
}

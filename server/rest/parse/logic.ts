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
  const head = reader.match(/(?:not\.)?(?:and|or)\s*\(/y);
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

function readTree(reader: TextReader, quotes: QuoteScanner, depth: number): LogicTree {
  const group = readGroup(reader, quotes, depth);
  if (group !== null) return group;
  if (reader.peek(')') || reader.peek('(')) {
    reader.fail(
      'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    );
  }
  const field = readField(reader);
  reader.need('.');
  const value = () => readValue(reader, quotes);
  const list = () => readList(reader, quotes);
  return { kind: 'filter', field, ...readCondition(reader, value, list) };
}

/** Reads `or=(…)`, `rel.not.and=(…)`. */
export function parseLogic(name: string, text: string): At<LogicTree> {
  const keyReader = new TextReader(name, 'logic path');
  const names = [readName(keyReader)];
  while (keyReader.take('.')) names.push(readName(keyReader));
  const operator = names.pop() === 'or' ? 'or' : 'and';
  const negated = names.includes('not');
  const reader = new TextReader(text, 'logic tree');
  reader.skipSpace();
  if (!reader.peek('(')) reader.fail('"("');
  // The parameter's name is the operator of its outermost group.
  const whole = new TextReader(`${operator}${text.trimStart()}`, 'logic tree');
  const tree = readTree(whole, new QuoteScanner(whole.text), 0);
  whole.skipSpace();
  if (!whole.done) whole.fail('end of input');
  if (tree.kind !== 'group') throw whole.error('expecting logic operator (and, or)');
  return { path: names.filter((part) => part !== 'not'), said: { ...tree, negated } };
}

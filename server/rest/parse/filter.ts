import {
  compareOperators,
  searchFunctions,
  type CompareOperator,
  type Condition,
  type IsValue,
  type Literal,
  type SearchOperator,
} from './api-request.ts';
import type { TextReader } from './text-reader.ts';

const quantifiable: ReadonlySet<string> = new Set([
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
]);

function isCompareOperator(word: string): word is CompareOperator {
  return Object.hasOwn(compareOperators, word);
}

function isSearchOperator(word: string): word is SearchOperator {
  return Object.hasOwn(searchFunctions, word);
}

const quantified = /^\((?:any|all)\)\./;
const withLanguage = /^\([\p{L}\p{N}_ $]+\)\./u;

/** Whether a value starts with an operator. This distinguishes filters from function arguments. */
export function startsWithOperator(value: string): boolean {
  const word = /^[a-z]+/.exec(value)?.[0] ?? '';
  const rest = value.slice(word.length);
  if (word === 'not' || word === 'is' || word === 'in') return rest.startsWith('.');
  if (isSearchOperator(word)) return rest.startsWith('.') || withLanguage.test(rest);
  if (!isCompareOperator(word)) return false;
  return rest.startsWith('.') || (quantifiable.has(word) && quantified.test(rest));
}

const isValues: readonly IsValue[] = ['null', 'not_null', 'true', 'false', 'unknown'];

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function readIs(reader: TextReader): Condition {
  const sent = reader.text.slice(reader.position, reader.position + 8).toLowerCase();
  const value = isValues.find((word) => sent.startsWith(word));
  if (value === undefined) {
    reader.position += Math.max(...isValues.map((word) => sharedLength(sent, word)));
    reader.fail('isVal: (null, not_null, true, false, unknown)');
  }
  reader.position += value.length;
  return { kind: 'is', value };
}

const operators: readonly string[] = [
  'in',
  'is',
  ...Object.keys(compareOperators),
  ...Object.keys(searchFunctions),
];

/** Fails at the end of the longest operator that the text starts with. */
function failOperator(reader: TextReader, negated: boolean): never {
  const start = reader.position;
  const sent = reader.text.slice(start);
  const lengths = operators
    .filter((word) => sent.startsWith(word))
    .map((word) => {
      const rest = sent.slice(word.length);
      const modifier =
        (quantifiable.has(word) && /^\((?:any|all)?/.exec(rest)?.[0]) ||
        (isSearchOperator(word) && /^\([\p{L}\p{N}_ $]*/u.exec(rest)?.[0]) ||
        '';
      return word.length + modifier.length;
    });
  if (lengths.length > 0) {
    reader.position = start + Math.max(...lengths);
    reader.fail('operator (eq, gt, ...)');
  }
  if (negated) reader.fail('operator (eq, gt, ...)');
  reader.failKeyword(['not'], '"not" or operator (eq, gt, ...)');
}

/**
 * Reads `op.value` with an optional `not.`. The callbacks `value` and `list` read the operand: in a
 * logic tree it ends elsewhere than in a parameter of its own.
 */
export function readCondition(
  reader: TextReader,
  value: () => Literal,
  list: () => Literal,
): { negated: boolean; condition: Condition } {
  const negated = reader.accept('not.');
  const start = reader.position;
  if (reader.accept('in.')) return { negated, condition: { kind: 'in', value: list() } };
  if (reader.accept('is.')) return { negated, condition: readIs(reader) };
  const word = reader.match(/[a-z]+/y) ?? '';
  if (isSearchOperator(word)) {
    const language =
      reader
        .match(/\([\p{L}\p{N}_ $]+\)/uy)
        ?.slice(1, -1)
        .trim() ?? null;
    if (reader.accept('.')) {
      return { negated, condition: { kind: 'search', operator: word, language, value: value() } };
    }
  } else if (isCompareOperator(word)) {
    const quantifier = quantifiable.has(word)
      ? reader.accept('(any)')
        ? 'any'
        : reader.accept('(all)')
          ? 'all'
          : null
      : null;
    if (reader.accept('.')) {
      return {
        negated,
        condition: { kind: 'compare', operator: word, quantifier, value: value() },
      };
    }
  }
  reader.position = start;
  return failOperator(reader, negated);
}

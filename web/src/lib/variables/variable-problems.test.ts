import { describe, expect, it } from 'vitest';
import { findVariableProblems } from './variable-problems.ts';

const marked = (text: string) =>
  findVariableProblems(text).map(({ from, to }) => text.slice(from, to));

describe('findVariableProblems', () => {
  it.each([
    ['Dear {{name, hello', ['{{name, hello']],
    ['Dear {{name}, hello', ['{{name']],
    ['Dear {{', ['{{']],
    ['{{words|nubmer}} words', ['{{words|nubmer}}']],
    ['The {{1st}} of {{}}', ['{{1st}}', '{{}}']],
    ['{{a}} {{b\n{{c}}', ['{{b']],
  ])('marks what is wrong in %j', (text, wrong) => {
    expect(marked(text)).toEqual(wrong);
  });

  it.each([
    'Dear {{name}}, {{words|number:5}} {{tone|choice:a,b}} {{step1.output}}',
    '{{#if x}}yes{{/if}} {{> footer}} {{!-- note --}} {{{raw}}}',
    'const a = {{ "b": 1 }}; f({}) {a} ${b}',
  ])('leaves %j alone', (text) => {
    expect(marked(text)).toEqual([]);
  });

  it('says what to do', () => {
    expect(findVariableProblems('{{words|nubmer}}')[0]?.message).toBe(
      '“nubmer” is no type. Use long, number or choice.',
    );
  });
});

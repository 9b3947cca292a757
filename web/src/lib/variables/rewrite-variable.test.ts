import { describe, expect, it } from 'vitest';
import { cleanDefault, isVariableName, rewriteVariable } from './rewrite-variable.ts';
import { findVariables, type Variable } from '#templating/variables.ts';

function rewrite(content: string, name: string, change: Partial<Variable>): string {
  const variable = findVariables(content).find((each) => each.name === name);
  if (!variable) throw new Error(`${name} is missing`);
  return rewriteVariable(content, name, { ...variable, ...change });
}

describe('rewriteVariable', () => {
  it('renames every mention, and keeps types and defaults', () => {
    expect(rewrite('{{a}}, {{ a |long}}, {{b}} {{a:x}}', 'a', { name: 'c d' })).toBe(
      '{{c d}}, {{c d|long}}, {{b}} {{c d:x}}',
    );
  });

  it('writes a default where there is one, or else at the first mention', () => {
    expect(rewrite('{{a}} {{a:x}} {{a}}', 'a', { defaultValue: 'y' })).toBe('{{a}} {{a:y}} {{a}}');
    expect(rewrite('{{a}} {{a}}', 'a', { defaultValue: 'y' })).toBe('{{a:y}} {{a}}');
    expect(rewrite('{{a:x}}', 'a', { defaultValue: '' })).toBe('{{a}}');
  });

  it('writes types, and the choices of a list', () => {
    expect(rewrite('{{a:3}}', 'a', { kind: 'number' })).toBe('{{a|number:3}}');
    expect(rewrite('{{a}}', 'a', { kind: 'choice', choices: ['dry', 'warm'] })).toBe(
      '{{a|choice:dry, warm}}',
    );
    expect(rewrite('{{a|long:x}}', 'a', { kind: 'text' })).toBe('{{a:x}}');
  });
});

describe('cleanDefault', () => {
  it.each([
    ['one\n two', 'one two'],
    ['a {{b}} c', 'a {b} c'],
    ['ends with }', 'ends with'],
    [' {x} y ', '{x} y'],
  ])('turns %j into what a variable can contain', (typed, clean) => {
    expect(cleanDefault(typed)).toBe(clean);
    expect(findVariables(`{{a:${clean}}}`)[0]?.defaultValue).toBe(clean);
  });
});

describe('isVariableName', () => {
  it.each(['name', 'first name', '_x', 'prénom', '名前'])('accepts %s', (name) => {
    expect(isVariableName(name)).toBe(true);
  });

  it.each(['', '1st', 'a:b', 'a|long', 'a}}{{b', ' a', 'a  b'])('refuses %j', (name) => {
    expect(isVariableName(name)).toBe(false);
  });
});

import { describe, expect, test } from 'vitest';
import {
  fillParts,
  fillVariables,
  isValidValue,
  parseVariables,
  findVariables,
} from './variables.ts';

function sources(content: string): string[] {
  return parseVariables(content).flatMap((part) => (part.kind === 'variable' ? [part.source] : []));
}

describe('parseVariables', () => {
  test.each([
    ['Hello {{name}}', ['{{name}}']],
    ['{{ first name }} and {{tone:dry}}', ['{{ first name }}', '{{tone:dry}}']],
    ['{{ size|number:10 }} {{text|long}}', ['{{ size|number:10 }}', '{{text|long}}']],
    ['{{Überschrift}} {{名前:太郎}}', ['{{Überschrift}}', '{{名前:太郎}}']],
    ['{{a}}{{b}} {{{c}}}', ['{{a}}', '{{b}}', '{{c}}']],
    ['{{code:f(x) { y } }}', ['{{code:f(x) { y } }}']],
  ])('finds the variables of %s', (content, expected) => {
    expect(sources(content)).toEqual(expected);
  });

  test.each([
    '{name}',
    '{{#if x}}',
    '{{/if}}',
    '{{> part}}',
    '{{}}',
    '{{ }}',
    '{{a\nb}}',
    '{{a|upper}}',
    '${name}',
    '[name]',
  ])('takes %s for text', (content) => {
    expect(sources(content)).toEqual([]);
    expect(fillVariables(content, { name: 'x', a: 'y' })).toBe(content);
  });

  test('returns parts that joined are the content', () => {
    const content = 'a {{b}} {{ c : d }} {{#e}} }} {{ {{f}} 🙂';
    const parts = parseVariables(content);
    expect(parts.map((part) => (part.kind === 'text' ? part.text : part.source)).join('')).toBe(
      content,
    );
  });
});

describe('findVariables', () => {
  test('returns each once, in order, with the default from any mention', () => {
    expect(findVariables('{{b}} {{a:1}} {{b:2}} {{a:3}}')).toEqual([
      { name: 'b', kind: 'text', defaultValue: '2', choices: [] },
      { name: 'a', kind: 'text', defaultValue: '1', choices: [] },
    ]);
  });

  test('reads typed forms; a choice has its first option as default', () => {
    const content = '{{tone|choice: formal, friendly,, dry }} {{n|number:3}} {{x|long}}';
    expect(findVariables(content)).toEqual([
      {
        name: 'tone',
        kind: 'choice',
        defaultValue: 'formal',
        choices: ['formal', 'friendly', 'dry'],
      },
      { name: 'n', kind: 'number', defaultValue: '3', choices: [] },
      { name: 'x', kind: 'long', defaultValue: '', choices: [] },
    ]);
  });
});

describe('isValidValue', () => {
  const [size, tone, text] = findVariables('{{size|number}} {{tone|choice:dry,warm}} {{text}}');
  test.each([
    [size, '12', true],
    [size, '-1,5', true],
    [size, '10 000', true],
    [size, '3.5%', true],
    [size, 'a dozen', false],
    [size, '-', false],
    [tone, 'warm', true],
    [tone, 'hot', false],
    [tone, '', true],
    [text, 'anything', true],
  ])('for %o and %s', (variable, value, expected) => {
    expect(variable && isValidValue(variable, value)).toBe(expected);
  });
});

describe('fillVariables and fillParts', () => {
  test('use the value, else the default, else the text as written', () => {
    expect(fillVariables('{{a}} {{b:2}} {{c}} {{b}}', { a: '1' })).toBe('1 2 {{c}} 2');
  });

  test('insert a value that looks like a variable or a replacement pattern unchanged', () => {
    expect(fillVariables('{{a}}-{{b}}', { a: '{{b}}', b: '$&' })).toBe('{{b}}-$&');
  });

  test('have no value for names of inherited properties', () => {
    expect(fillVariables('{{constructor}} {{__proto__}}', {})).toBe(
      '{{constructor}} {{__proto__}}',
    );
  });

  test('return the state of each part', () => {
    expect(fillParts('x {{a}} {{b}}', { a: '1' }).map((part) => part.state)).toEqual([
      'text',
      'filled',
      'text',
      'empty',
    ]);
  });
});

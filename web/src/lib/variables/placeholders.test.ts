import { describe, expect, test } from 'vitest';
import { convertPlaceholders, findPlaceholders } from './placeholders.ts';
import { parseVariables } from '#templating/variables.ts';

const convert = (content: string) => convertPlaceholders(content, () => true);

describe('convertPlaceholders converts', () => {
  test.each([
    ['Write about ${topic}.', 'Write about {{topic}}.'],
    ['In ${language:English}, ${ tone : dry }', 'In {{language:English}}, {{tone:dry}}'],
    ['${Length:short, medium, long}', '{{Length:short, medium, long}}'],
    ['Dear [Name], dear [Your Company’s Name]', 'Dear {{Name}}, dear {{Your Company s Name}}'],
    ['[tools/technologies] [CLIENT NAME]', '{{tools technologies}} {{CLIENT NAME}}'],
    ['[[EXAM SUMMARY]]', '{{EXAM SUMMARY}}'],
    ['Greet {name}, {fitness_goal}', 'Greet {{name}}, {{fitness_goal}}'],
    ['<TOPIC> and <Insert Idea Here>', '{{TOPIC}} and {{Insert Idea Here}}'],
    ['[部位] ${имя}', '{{部位}} {{имя}}'],
    ['${a}${a} {{b}} [c d]', '{{a}}{{a}} {{b}} {{c d}}'],
  ])('%s', (content, expected) => {
    expect(convert(content)).toBe(expected);
    expect(findPlaceholders(expected)).toEqual([]);
    for (const { variable } of findPlaceholders(content)) {
      expect(parseVariables(variable)).toMatchObject([{ kind: 'variable', source: variable }]);
    }
  });
});

describe('convertPlaceholders leaves alone', () => {
  test.each([
    '[a link](https://example.com), [one][two], [one]: https://example.com',
    '- [ ] open\n- [x] done',
    'list[index], ![image](x.png), [1], ["a", "b"]',
    '{{#if x}}{{/if}} {{> part}} {{name}} {{{raw}}}',
    String.raw`\frac{a}{b}, { "json": 1 }, { message, stack }, {}`,
    'body{margin} f(x){return}',
    '<div><br><role>Guide</role> List<String> a < b > c <https://example.com> <!-- note -->',
    '${f(x)} ${} $name $5 [] [[]] <> { }',
  ])('%s', (content) => {
    expect(convert(content)).toBe(content);
    expect(findPlaceholders(content)).toEqual([]);
  });
});

test('findPlaceholders returns each once, with its notation, in order', () => {
  expect(findPlaceholders('${b} [A] ${b} {c} <D> [[e]]')).toEqual([
    { notation: '${name}', source: '${b}', variable: '{{b}}' },
    { notation: '[name]', source: '[A]', variable: '{{A}}' },
    { notation: '{name}', source: '{c}', variable: '{{c}}' },
    { notation: '<name>', source: '<D>', variable: '{{D}}' },
    { notation: '[[name]]', source: '[[e]]', variable: '{{e}}' },
  ]);
});

test('convertPlaceholders converts only the chosen ones', () => {
  const only = convertPlaceholders('${a} [b] ${c}', ({ source }) => source === '${c}');
  expect(only).toBe('${a} [b] {{c}}');
});

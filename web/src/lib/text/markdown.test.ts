import { describe, expect, it } from 'vitest';
import { parseMarkdown, type Block } from './markdown.ts';
import type { Inline } from './markdown-inline.ts';

/** The tree as markup that a test shows well; what a page makes of it is another matter. */
function shown(inlines: readonly Inline[]): string {
  return inlines
    .map((each) => {
      switch (each.kind) {
        case 'text':
          return each.text;
        case 'break':
          return '⏎';
        case 'code':
          return `‹${each.text}›`;
        case 'strong':
          return `𝗕(${shown(each.inlines)})`;
        case 'emphasis':
          return `𝘐(${shown(each.inlines)})`;
        case 'link':
          return `→${each.href}(${shown(each.inlines)})`;
        default:
          return each satisfies never;
      }
    })
    .join('');
}
function drawn(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'paragraph':
          return shown(block.inlines);
        case 'code':
          return `code{${block.text}}`;
        case 'quote':
          return `quote{${drawn(block.blocks)}}`;
        case 'list':
          return `list ${block.start ?? '•'}{${block.items.map(shown).join(' | ')}}`;
        default:
          return block satisfies never;
      }
    })
    .join(' ¶ ');
}

describe('parseMarkdown', () => {
  it.each([
    ['plain words', 'plain words'],
    ['one\ntwo\r\nthree', 'one⏎two⏎three'],
    ['one\n\n\ntwo', 'one ¶ two'],
    ['**bold** and *italic* and _too_', '𝗕(bold) and 𝘐(italic) and 𝘐(too)'],
    ['**bold with *italic* inside**', '𝗕(bold with 𝘐(italic) inside)'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['a snake_case_name stays', 'a snake_case_name stays'],
    ['an open **mark', 'an open **mark'],
    ['\\*not italic\\*', '*not italic*'],
    ['`**code**` here', '‹**code**› here'],
    ['an open ` tick', 'an open ` tick'],
    ['- one\n- two **b**', 'list •{one | two 𝗕(b)}'],
    ['3. three\n4. four', 'list 3{three | four}'],
    ['text\n- then a list', 'text ¶ list •{then a list}'],
    ['> said\n> twice\n\nanswer', 'quote{said⏎twice} ¶ answer'],
    ['```js\n**a**\n\n<b>\n```\nafter', 'code{**a**\n\n<b>} ¶ after'],
    ['```\nnever closed', 'code{never closed}'],
    ['## A heading', '𝗕(A heading)'],
    ['#tag is no heading', '#tag is no heading'],
    ['', ''],
  ])('parses %j', (text, expected) => {
    expect(drawn(parseMarkdown(text))).toBe(expected);
  });

  it.each([
    ['[here](https://example.com/a?b=c)', '→https://example.com/a?b=c(here)'],
    [
      'see https://example.com/a_b_c.',
      'see →https://example.com/a_b_c(https://example.com/a_b_c).',
    ],
    ['(https://example.com)', '(→https://example.com/(https://example.com))'],
    ['[mail](mailto:a@example.com)', '→mailto:a@example.com(mail)'],
    ['[**b**](https://example.com)', '→https://example.com/(𝗕(b))'],
    ['[https://a.example](https://b.example)', '→https://b.example/(https://a.example)'],
  ])('links %j', (text, expected) => {
    expect(drawn(parseMarkdown(text))).toBe(expected);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert)',
    '[x](data:text/html,x)',
    '[x](vbscript:x)',
    '[x](//example.com)',
    '[x](/app/account)',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '&lt;b&gt;',
    '![picture](x)',
  ])('leaves %j as text', (text) => {
    expect(drawn(parseMarkdown(text))).toBe(text);
  });

  it('parses a comment of any length', () => {
    for (const part of [
      '*',
      '_',
      '`',
      '[',
      '](',
      '> ',
      '**a',
      '[a](',
      '- ',
      '\\',
      '```\n',
      'https://',
    ]) {
      const text = part.repeat(10_000 / part.length);
      expect(parseMarkdown(text).length).toBeGreaterThan(0);
    }
  });
});

it('reads 50,000 unclosed marks as text, in time that grows with their number', () => {
  for (const mark of ['*', '_', '**', '__']) {
    const text = `${mark}a `.repeat(50_000).trimEnd();
    expect(parseMarkdown(text)).toEqual([{ kind: 'paragraph', inlines: [{ kind: 'text', text }] }]);
  }
});

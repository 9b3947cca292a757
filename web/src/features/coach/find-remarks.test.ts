import { describe, expect, it } from 'vitest';
import { findRemarks } from './find-remarks.ts';

function textsOf(prompt: string): string[] {
  return findRemarks(prompt).map(({ text }) => text);
}

describe('findRemarks', () => {
  it.each([
    [
      'Please help me with the launch of our new website.',
      '‘help me with’ allows almost any answer.',
    ],
    [
      'Rewrite the minutes for the board so that they are easier to read. Keep it short.',
      '‘short’ can mean any length.',
    ],
    [
      'Answer the complaint of a customer in a professional and friendly tone.',
      '‘professional and friendly tone’ means something different to every writer.',
    ],
    [
      'You are an expert. Tell me where the bicycle lane should go.',
      '‘an expert’ is only a title.',
    ],
    [
      'Is a lease cheaper for us than a loan? Think step by step.',
      '‘Step by step’ doesn’t say which steps.',
    ],
    ['Compare the three offers of the printers in our town.', 'No format is asked for.'],
    ['Summarise the minutes of our meeting in March.', 'It doesn’t say what the summary is for.'],
    [
      'Should we open our museum shop on Mondays in winter?',
      'It asks for a verdict without the arguments.',
    ],
    [
      'Translate into French and keep the names as they are: the text below',
      'It mentions the text below, but nothing follows.',
    ],
  ])('finds in %j: %s', (prompt, remark) => {
    expect(textsOf(prompt)).toEqual([remark]);
  });

  it.each([
    ['a length', 'Rewrite the minutes for the board. Keep it short: at most 90 words.'],
    ['a length in a variable', 'Rewrite the minutes for the board. Be brief: {{max words|number}}'],
    ['a tone with rules', 'Answer the complaint in a friendly tone. Avoid exclamation marks.'],
    ['a role with its duty', 'You are an expert. You are liable for what you overlook in a house.'],
    ['named steps', 'Is a lease cheaper? Think step by step:\n1. List the costs.\n2. Add them.'],
    ['a format', 'Compare the three offers of the printers in a table.'],
    ['a format in a variable', 'Compare the three offers of the printers as {{format}}.'],
    ['a purpose', 'Summarise the minutes so that I can decide on the budget.'],
    ['arguments', 'Should we open on Mondays? Give me the pros and cons.'],
    ['material in a variable', 'Translate the following text into French for me:\n{{text|long}}'],
    ['material after it', 'Translate the following text into French:\nThe shop is open on Monday.'],
  ])('accepts %s', (_, prompt) => {
    expect(textsOf(prompt)).toEqual([]);
  });

  it.each([
    ['a note', 'Keep it short'],
    [
      'quoted requests',
      'You answer customers who write to us "Help me with my order, keep it short".',
    ],
    ['code', 'function tone() {\n  return "professional tone"; // keep it short in the answer\n}'],
    ['data', '{"task": "Summarise the text for me", "tone": "a friendly tone, keep it short"}'],
    ['code in a fence', 'Explain to me why this fails in my shop:\n```\nhelp me with\n```'],
    ['pictures', 'A photo of the old harbour in the evening. Keep it short and in a warm tone.'],
    ['German', 'Bitte fasse den Text in einem professional tone zusammen und keep it short.'],
    ['conversations', 'I want you to act as a guide. I will give you a city. Help me with it.'],
    ['texts that include others', 'Answer the complaint in a friendly tone. {{> house style}}'],
  ])('stays silent on %s', (_, prompt) => {
    expect(textsOf(prompt)).toEqual([]);
  });

  it('stays silent on a million characters of anything', () => {
    for (const piece of ['a', ' ', '"', '`', 'step by ', '{{', 'is concise and ']) {
      expect(textsOf(piece.repeat(1_000_000 / piece.length))).toEqual([]);
    }
  });
});

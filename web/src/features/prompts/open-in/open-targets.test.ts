import { describe, expect, it } from 'vitest';
import { addressOf, knownTargets, offeredTargets, patternProblem } from './open-targets.ts';

const own = (pattern: string) => ({ id: 'own', name: 'Own', pattern, home: '' });

describe('addressOf', () => {
  it.each([
    ['spaces and lines', 'a b\nc', 'a%20b%0Ac'],
    ['what an address reserves', '&q=1#x?y/z', '%26q%3D1%23x%3Fy%2Fz'],
    ['replacement patterns', "$& $' {prompt}", "%24%26%20%24'%20%7Bprompt%7D"],
    ['half of a surrogate pair', 'a\ud83d', 'a%EF%BF%BD'],
  ])('encodes %s', (_what, text, encoded) => {
    expect(addressOf(own('https://a.example/?q={prompt}'), text)).toBe(
      `https://a.example/?q=${encoded}`,
    );
  });

  it('returns null for a text that makes the address too long', () => {
    const target = own('https://a.example/?q={prompt}');
    const room = 8_000 - 'https://a.example/?q='.length;
    expect(addressOf(target, 'x'.repeat(room))).toHaveLength(8_000);
    expect(addressOf(target, 'x'.repeat(room + 1))).toBeNull();
    expect(addressOf(target, 'é'.repeat(room / 2))).toBeNull();
  });

  it('returns null for an assistant whose address takes no text', () => {
    const gemini = knownTargets.find(({ id }) => id === 'gemini');
    expect(gemini && addressOf(gemini, 'x')).toBeNull();
  });
});

describe('patternProblem', () => {
  it.each([
    ['https://chat.example.com/?q={prompt}', null],
    ['http://localhost:3000/#{prompt}', null],
    ['https://chat.example.com/', 'Write {prompt} where the text belongs.'],
    ['javascript://%0aalert({prompt})', 'Enter an address that starts with https:// or http://.'],
    ['data:text/html,{prompt}', 'Enter an address that starts with https:// or http://.'],
    ['chat.example.com/{prompt}', 'Enter an address that starts with https:// or http://.'],
  ])('of %s is %s', (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(problem);
  });
});

it('offers the assistants that are not hidden, and an own address by its host', () => {
  const ownPattern = 'https://chat.example.com/?q={prompt}';
  const offered = offeredTargets({ hidden: ['chatgpt', 'cursor'], ownPattern });
  expect(offered.map(({ name }) => name)).toEqual([
    'Claude',
    'Perplexity',
    'Gemini',
    'chat.example.com',
  ]);
});

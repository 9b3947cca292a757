import { describe, expect, it } from 'vitest';
import type { PromptValues } from '../library/prompt-rows.ts';
import { formatPromptFile, parsePromptFile } from './prompt-file.ts';

const id = '0193f2a4-b5c6-7d7e-8f90-a1b2c3d4e5f6';

/** Returns the same numbers each time (mulberry32), so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pieces = [
  ['a', 'word', ' ', '  ', '\n', '\n\n', '\r\n', '\r', '\t', '---', '\n---\n', '---\r\n', '...'],
  ['😀', '👩‍👩‍👧', 'é', 'e\u0301', 'שלום', '\u202E', '\u200B', '\uFEFF', '\u0085', '\u2028', '\u2029'],
  ['\u0001', '\u0007', '\u001B[31m', '\u007F', '\u009F', '\uFFFE', '\u{10FFFF}', '\uE000'],
  ['# ', '- ', ': ', '"', "'", '|', '>', '&a', '*a', '!', '%', '@', '`', '{', '}', '[', ']', ','],
  ['{{name}}', '{{tone|choice:a,b}}', '{{> x}}', 'null', '~', 'true', '2024', '0x1F', '1e3', '\\'],
  ['title: x', 'id: y\n', '<<<<<<<', '\n '],
].flat();

function randomText(random: () => number, maxPieces: number): string {
  const length = Math.floor(random() * maxPieces);
  return Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)] ?? '').join('');
}

function randomValues(random: () => number): PromptValues {
  const ending = ['', '', '\n', '\n\n', '\r\n', '\r'][Math.floor(random() * 6)] ?? '';
  const isLong = random() < 0.002;
  const content = isLong
    ? 'x'.repeat(200_000) + randomText(random, 40)
    : randomText(random, random() < 0.3 ? 4 : 40);
  const isCrlf = random() < 0.1;
  const text = (content || 'x') + ending;
  return {
    title: randomText(random, 6) || 'Title',
    description: random() < 0.5 ? '' : randomText(random, 20),
    tags: Array.from({ length: Math.floor(random() * 4) }, () => `t${randomText(random, 3)}`),
    content: isCrlf ? text.replaceAll(/\r?\n|\r/g, '\r\n') : text,
  };
}

describe('formatPromptFile', () => {
  it('keeps 10,000 generated prompts byte by byte', () => {
    const random = createRandom(1);
    for (let number = 1; number <= 10_000; number += 1) {
      const prompt = { id, version: number, values: randomValues(random) };
      const file = formatPromptFile(prompt);
      expect(parsePromptFile(file), `prompt ${number}`).toEqual(prompt);
      expect(formatPromptFile(prompt, file), `prompt ${number}`).toBe(file);
    }
  });

  it('keeps them when Git changes all line breaks of a file to CRLF', () => {
    const random = createRandom(2);
    for (let number = 1; number <= 1_000; number += 1) {
      const values = randomValues(random);
      // Git leaves files alone that have a carriage return already.
      const file = formatPromptFile({ id, version: 1, values });
      if (file.includes('\r')) continue;
      expect(parsePromptFile(file.replaceAll('\n', '\r\n'))?.values).toEqual(values);
    }
  });

  it('notes CRLF in a field, so that an editor may write either', () => {
    const values = { title: 'A', description: '', tags: [], content: 'One\r\nTwo\r\n' };
    const file = formatPromptFile({ id, version: 1, values });
    expect(file).toContain('line_endings: crlf\n---\n\nOne\nTwo\n\n');
    expect(parsePromptFile(file)?.values).toEqual(values);
    expect(parsePromptFile(file.replaceAll('\n', '\r\n'))?.values).toEqual(values);
  });

  it('writes a file that a person can read', () => {
    const values = {
      title: 'Review: a change',
      description: 'For pull requests.\nShort.',
      tags: ['review', '2024'],
      content: 'Review {{diff|long}} in {{tone:formal}} words.',
    };
    expect(formatPromptFile({ id, version: 7, values })).toBe(`---
id: ${id}
version: 7
title: "Review: a change"
description: |-
  For pull requests.
  Short.
tags:
  - review
  - "2024"
variables:
  - diff
  - tone
---

Review {{diff|long}} in {{tone:formal}} words.
`);
  });

  it('keeps comments and unknown fields of the file that it replaces', () => {
    const previous = '---\n# Ours\nid: x\ntitle: Old\nowner: ada # and grace\n---\n\nText\n';
    const values = { title: 'New', description: '', tags: [], content: 'Other' };
    expect(formatPromptFile({ id, version: 2, values }, previous)).toBe(
      `---\n# Ours\nid: ${id}\ntitle: New\nowner: ada # and grace\nversion: 2\n---\n\nOther\n`,
    );
  });
});

describe('parsePromptFile', () => {
  it('takes a title as it is written', () => {
    expect(parsePromptFile('---\ntitle: 2024\n---\nText\n')?.values.title).toBe('2024');
    expect(parsePromptFile('---\ntitle: yes\n---\nText\n')?.values.title).toBe('yes');
  });

  it('takes tags in a row, a text without an empty line before it, and a byte order mark', () => {
    expect(parsePromptFile('\uFEFF---\ntitle: A\ntags: b, c\n---\nText')).toEqual({
      id: null,
      version: null,
      values: { title: 'A', description: '', tags: ['b', 'c'], content: 'Text' },
    });
  });

  it('finds no prompt in a file without front matter', () => {
    expect(parsePromptFile('# Read me\n\n---\n')).toBeNull();
  });

  it.each([
    ['title: [', 'no valid YAML'],
    ['- a', 'has no fields'],
    ['id: 7', 'its id is none'],
    ['version: new', 'its version is no number'],
    ['title: [a]', 'its title is no text'],
    ['tags: {a: b}', 'its tags are no list'],
    ['tags: [[a]]', 'one of its tags is no text'],
  ])('says what is wrong with %j', (yaml, reason) => {
    expect(() => parsePromptFile(`---\n${yaml}\n---\nText\n`)).toThrow(reason);
  });
});

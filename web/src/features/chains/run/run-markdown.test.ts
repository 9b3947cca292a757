import { describe, expect, it } from 'vitest';
import { runFileName, runMarkdown } from './run-markdown.ts';

const step = { promptId: 'p', bindings: {}, values: {}, draft: null };

describe('runMarkdown', () => {
  it('lists each step with the sent prompt and its answer', () => {
    const text = runMarkdown({
      title: 'Blog\npost',
      state: 'running',
      steps: [
        { ...step, version: 3, title: 'Outline', content: 'On {{topic}}', text: 'On ```rain```' },
        { ...step, version: null, title: '', content: null, text: null },
        { ...step, version: 1, title: 'Draft', content: 'Write {{step1.output}}', text: null },
      ],
      answers: ['1. Clouds\n2. Drops\n', ' '],
      startedAt: '2026-11-21T20:35:00.123456+00:00',
      updatedAt: '2026-11-21T21:35:00+00:00',
    });
    expect(text).toContain('# Blog post\n');
    expect(text).toContain('2 of 3 steps done.');
    expect(text).toContain('## Step 1: Outline (version 3)\n\n````text\nOn ```rain```\n````');
    expect(text).toContain('### Answer\n\n1. Clouds\n2. Drops\n\n## Step 2: Missing prompt\n');
    expect(text).toContain(
      'This step had no prompt to send.\n\n### Answer\n\n*No answer was pasted.*',
    );
    expect(text).toContain('```text\nWrite {{step1.output}}\n```\n\n*Not run yet.*\n');
  });
});

describe('runFileName', () => {
  it('combines the title of the chain and the date', () => {
    const startedAt = '2026-11-21T20:35:00+00:00';
    expect(runFileName({ title: 'Écrire: un “post”!', startedAt })).toBe(
      'écrire-un-post-2026-11-21.md',
    );
    expect(runFileName({ title: '…', startedAt })).toBe('chain-2026-11-21.md');
  });
});

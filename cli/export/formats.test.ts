import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { splitFrontMatter } from '#text/front-matter.ts';
import { type FormatName, formats, shortDescription } from './formats.ts';

function write(format: FormatName, text: string, description = 'Review a change: quickly') {
  const { yaml, body } = splitFrontMatter(
    formats[format].write({ name: 'review', description, text }),
  );
  return { head: parse(yaml ?? '') as unknown, body };
}

describe('claude-command', () => {
  it('puts the arguments in place of a single variable', () => {
    expect(write('claude-command', 'Review {{diff}} and {{diff}}.\n')).toEqual({
      head: { description: 'Review a change: quickly', 'argument-hint': '[diff]' },
      body: 'Review $ARGUMENTS and $ARGUMENTS.',
    });
  });

  it('keeps the names of several variables, and defaults', () => {
    const { body } = write('claude-command', 'Review {{diff}} in {{tone:formal}}.');
    expect(body).toMatch(/^Review \{\{diff\}\} in \{\{tone:formal\}\}\./);
    expect(body).toMatch(/The values of the variables: \$ARGUMENTS$/);
  });

  it.each([
    'Run !`rm -rf /` now',
    '```!\nrm -rf /\n```',
    '  ~~~! \nls',
    'Run !`\nrm -rf /\n`',
    'In a line: ```! ls ```',
    '!$1`ls`',
    '!${CLAUDE_SESSION_ID}$ARGUMENTS[0]`ls`',
    '``$2`! ls ```',
  ])('refuses a text that Claude Code would run: %j', (text) => {
    expect(() => write('claude-command', text)).toThrow('runs as a command');
    expect(() => write('agent-skill', text)).toThrow('runs as a command');
  });

  it('refuses a command in the description', () => {
    for (const format of ['claude-command', 'agent-skill'] as const) {
      expect(() => write(format, 'Text', 'A --- !`ls`')).toThrow('runs as a command');
    }
  });

  it('refuses a command that appears once the person gives no argument', () => {
    expect(() => write('claude-command', '!{{nothing}}`ls`')).toThrow('runs as a command');
  });

  it('warns of text that looks like an argument', () => {
    expect(formats['claude-command'].warn('It costs $100.')).toContain('in place of $100');
    expect(formats['claude-command'].warn('It costs 100 $.')).toBeNull();
  });
});

describe('agent-skill', () => {
  it('has a name and a description, as the specification demands', () => {
    expect(write('agent-skill', 'Be brief.')).toEqual({
      head: { name: 'review', description: 'Review a change: quickly' },
      body: 'Be brief.',
    });
  });

  it('says how variables are filled', () => {
    expect(write('agent-skill', 'In {{tone:formal}} words.').body).toMatch(
      /^In \{\{tone:formal\}\} words\.\n\nThe names in double braces are variables/,
    );
  });
});

describe('vscode-prompt', () => {
  it('turns variables into inputs', () => {
    expect(
      write('vscode-prompt', '{{first name}} {{tone|choice:a,b}} {{n|number:3}} {{x:a}b}}').body,
    ).toBe('${input:first_name} ${input:tone:a, b} ${input:n:3} ${input:x:ab}');
  });
});

describe('cursor-rule', () => {
  it('is a rule that the agent requests by its description', () => {
    expect(write('cursor-rule', 'Be brief.')).toEqual({
      head: { description: 'Review a change: quickly', alwaysApply: false },
      body: 'Be brief.',
    });
  });
});

describe('shortDescription', () => {
  it('is one line without what Claude Code takes for the end of the front matter', () => {
    expect(shortDescription(' A\n---\nallowed-tools: Bash ')).toBe('A — allowed-tools: Bash');
  });
});

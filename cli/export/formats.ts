import { stringify } from 'yaml';
import { joinFrontMatter } from '#text/front-matter.ts';
import { findVariables, parseVariables, type Variable } from '#templating/variables.ts';
import { CliError } from '../cli-error.ts';

/** A prompt with the texts that it includes. */
interface ExportedPrompt {
  /** In lower-case ASCII letters, digits and hyphens, unique in the export. */
  readonly name: string;
  /** On one line, never empty. */
  readonly description: string;
  readonly text: string;
}

export interface ExportFormat {
  readonly summary: string;
  /** Returns the path of a prompt in a project. */
  pathOf(name: string): string;
  write(prompt: ExportedPrompt): string;
  /** Returns what the tool would change in the text; null if nothing. */
  warn(text: string): string | null;
}

/** A skill's description has at most so many characters. */
const maxDescriptionLength = 1024;

export const formats = {
  'claude-command': {
    summary: 'a command of Claude Code, .claude/commands/NAME.md',
    pathOf: (name) => `.claude/commands/${name}.md`,
    write({ description, text }) {
      const variables = findVariables(text);
      const hint = variables.map(({ name }) => `[${name}]`).join(' ');
      const head = { description, ...(hint === '' ? {} : { 'argument-hint': hint }) };
      return withoutCommands(formatFile(head, takeArguments(text, variables)));
    },
    warn: warnOfArguments,
  },
  'agent-skill': {
    summary: 'an Agent Skill, .claude/skills/NAME/SKILL.md',
    pathOf: (name) => `.claude/skills/${name}/SKILL.md`,
    write: ({ name, description, text }) =>
      withoutCommands(formatFile({ name, description }, explainVariables(text))),
    warn: warnOfArguments,
  },
  'vscode-prompt': {
    summary: 'a prompt file of VS Code, .github/prompts/NAME.prompt.md',
    pathOf: (name) => `.github/prompts/${name}.prompt.md`,
    write: ({ description, text }) =>
      formatFile(
        { description },
        parseVariables(text)
          .map((part) => (part.kind === 'text' ? part.text : inputOf(part.variable)))
          .join(''),
      ),
    warn: () => null,
  },
  'cursor-rule': {
    summary: 'a rule of Cursor, .cursor/rules/NAME.mdc',
    pathOf: (name) => `.cursor/rules/${name}.mdc`,
    write: ({ description, text }) =>
      formatFile({ description, alwaysApply: false }, explainVariables(text)),
    warn: () => null,
  },
} as const satisfies Record<string, ExportFormat>;

export type FormatName = keyof typeof formats;

export const formatNames: readonly string[] = Object.keys(formats);

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

function formatFile(head: Readonly<Record<string, string | boolean>>, text: string): string {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  return joinFrontMatter(stringify(head, { lineWidth: 0 }), body);
}

/**
 * Returns a description on one line that fits every format. Claude Code takes three hyphens for the end
 * of the front matter, wherever they are.
 */
export function shortDescription(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll(/-{3,}/g, '—').trim();
  return Array.from(line).slice(0, maxDescriptionLength).join('');
}

/**
 * Claude Code has one text for all arguments, and splits it in ways that changed between versions.
 * So only a single variable becomes `$ARGUMENTS`; several keep their names.
 */
function takeArguments(text: string, variables: readonly Variable[]): string {
  const [only, ...others] = variables;
  if (only === undefined) return text;
  if (others.length > 0 || only.defaultValue !== '') {
    return `${explainVariables(text)}\n\nThe values of the variables: $ARGUMENTS`;
  }
  return parseVariables(text)
    .map((part) => (part.kind === 'text' ? part.text : '$ARGUMENTS'))
    .join('');
}

function explainVariables(text: string): string {
  if (findVariables(text).length === 0) return text;
  const explanation =
    'The names in double braces are variables, with their defaults after a colon. Put in what the person has said about them, or the defaults, and ask for what is missing.';
  return `${text.trimEnd()}\n\n${explanation}`;
}

function inputOf({ name, kind, defaultValue, choices }: Variable): string {
  const id = name.replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '_');
  const hint = kind === 'choice' ? choices.join(', ') : defaultValue;
  const shown = hint.replaceAll(/[{}]/g, '');
  return `\${input:${id}${shown === '' ? '' : `:${shown}`}}`;
}

/** Claude Code takes arguments and variables of its own out of a text before it looks for commands. */
const placeholder = /\$(?:ARGUMENTS(?:\[\d+\])?|\d+|\{\w+\})/g;
const command = /!`[^`]+`|(?:```|~~~)!/;

/**
 * Returns a file. Throws if it has a command, also in its description, also on several lines or within a line:
 * Claude Code runs it on the person's machine before the model reads the text.
 */
function withoutCommands(text: string): string {
  if (!command.test(text) && !command.test(text.replaceAll(placeholder, ''))) return text;
  throw new CliError(
    'it has !`…`, which Claude Code runs as a command. Remove the exclamation mark in Cuebook, or export it in another format.',
  );
}

function warnOfArguments(text: string): string | null {
  const [found] = /\$(?:ARGUMENTS|\d+)/.exec(text) ?? [];
  return found === undefined
    ? null
    : `Claude Code puts arguments in place of ${found}; write it in another way if it should stay.`;
}

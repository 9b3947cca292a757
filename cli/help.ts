import { exitCodes } from './cli-error.ts';
import { type Command, type CommandOption, globalOptions } from './command.ts';
import { commands } from './commands.ts';

export const summary = 'Work with the prompts of a Cuebook library from the command line.';

export const environmentVariables: readonly (readonly [string, string])[] = [
  ['CUEBOOK_URL', 'the installation of Cuebook, such as https://prompts.example.com'],
  ['CUEBOOK_TOKEN', 'an access token; goes before the one that login has stored'],
  ['NO_COLOR', 'no colours, whatever its value'],
  ['DEBUG', 'with any value, where in the program an unforeseen error arose'],
];

export const exitCodeTexts: readonly (readonly [string, string])[] = [
  [String(exitCodes.success), 'The command did what it was asked.'],
  [String(exitCodes.failure), 'It failed; the message says why.'],
  [String(exitCodes.usage), 'The command line is wrong.'],
  [
    String(exitCodes.differs),
    'Files and library differ (--check), or a change was refused because both sides changed.',
  ],
  [String(exitCodes.signIn), 'You need to sign in.'],
];

/** Returns the help of the program. */
export function mainHelp(): string {
  return [
    `${summary}\n`,
    section('USAGE', ['cuebook COMMAND [OPTIONS]']),
    section('COMMANDS', columns(commands.map((command) => [command.name, command.summary]))),
    section('OPTIONS', columns(globalOptions.map(describeOption))),
    section('ENVIRONMENT', columns(environmentVariables)),
    section('EXIT CODES', columns(exitCodeTexts)),
    section('LEARN MORE', ['cuebook COMMAND --help shows the options and examples of a command.']),
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const examples = command.examples.flatMap(([line, explanation], index) => [
    ...(index === 0 ? [] : ['']),
    `# ${explanation}`,
    `$ ${line}`,
  ]);
  return [
    ...command.details.map((paragraph) => `${wrap(paragraph, 80).join('\n')}\n`),
    section('USAGE', [usageLine(command)]),
    section('OPTIONS', columns([...command.options, ...globalOptions].map(describeOption))),
    section('EXAMPLES', examples),
  ].join('\n');
}

/** Returns how a command is called. */
export function usageLine({ name, arguments: args }: Command): string {
  return ['cuebook', name, args, '[OPTIONS]'].filter((part) => part !== '').join(' ');
}

/** Returns an option as it is typed, and its description. */
export function describeOption({
  name,
  short,
  value,
  description,
}: CommandOption): readonly [string, string] {
  const shortForm = short === undefined ? '' : `-${short}, `;
  return [`${shortForm}--${name}${value === undefined ? '' : ` ${value}`}`, description];
}

function section(title: string, lines: readonly string[]): string {
  return `${title}\n${lines.map((line) => `${line === '' ? '' : `  ${line}`}\n`).join('')}`;
}

/** Aligns descriptions in a column of their own, wrapped for a terminal of 80 characters. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, text]) =>
    wrap(text, 78 - width).map((line, index) => (index === 0 ? name : '').padEnd(width) + line),
  );
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

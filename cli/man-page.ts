import { type Command, globalOptions } from './command.ts';
import { commands } from './commands.ts';
import { describeOption, environmentVariables, exitCodeTexts, summary, usageLine } from './help.ts';
import { version } from './version.ts';

/** Returns the manual page, from the same table as the help. */
export function manPage(): string {
  const lines = [
    `.TH CUEBOOK 1 "" "cuebook ${version}" "Cuebook"`,
    '.SH NAME',
    `cuebook \\- ${escape(summary.replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    '.B cuebook',
    '.I COMMAND',
    '[\\fIOPTIONS\\fR]',
    '.SH DESCRIPTION',
    escape(summary),
    '.SH COMMANDS',
    ...commands.flatMap(describeCommand),
    '.SH OPTIONS',
    'Every command has these options:',
    ...entries(globalOptions.map(describeOption)),
    '.SH ENVIRONMENT',
    ...entries(environmentVariables),
    '.SH EXIT STATUS',
    ...entries(exitCodeTexts),
    '.SH FILES',
    ...entries([
      ['$XDG_CONFIG_HOME/cuebook/hosts.json', 'The stored tokens; on Windows below %APPDATA%.'],
      ['cuebook.lock.json', 'Which version each file of a folder was made from.'],
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function describeCommand(command: Command): string[] {
  return [
    `.SS ${escape(usageLine(command))}`,
    ...command.details.flatMap((paragraph) => [escape(paragraph), '.PP']),
    ...entries(command.options.map(describeOption)),
    ...command.examples.flatMap(([line, explanation]) => [
      '.PP',
      `${escape(explanation)}:`,
      '.RS 4',
      '.nf',
      escape(line),
      '.fi',
      '.RE',
    ]),
  ];
}

function entries(rows: readonly (readonly [string, string])[]): string[] {
  return rows.flatMap(([name, text]) => ['.TP', `.B ${escape(name)}`, escape(text)]);
}

/** Escapes what roff interprets: backslashes, hyphens, and a dot or quote at the start of a line. */
function escape(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}

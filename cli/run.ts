import { CliError, type ExitCode, exitCodes, messageOf } from './cli-error.ts';
import { commands } from './commands.ts';
import type { Context } from './context.ts';
import { commandHelp, mainHelp } from './help.ts';
import { parseOptions } from './parse-options.ts';
import { plainText } from './plain-text.ts';
import { version } from './version.ts';

/** Runs the command that the arguments name. Returns the exit code. */
export async function run(args: readonly string[], terminal: Context): Promise<ExitCode> {
  // Messages quote other people's texts, and whatever responds at the address.
  const context: Context = { ...terminal, note: (line) => terminal.note(plainText(line)) };
  try {
    return await runCommand(args, context);
  } catch (error) {
    if (error instanceof CliError) {
      context.note(`cuebook: ${error.message}`);
      return error.exitCode;
    }
    // An error that nobody foresaw: the stack helps whoever receives the report.
    context.note(`cuebook: ${messageOf(error)}`);
    if (context.env['DEBUG'] && error instanceof Error) context.note(error.stack ?? '');
    return exitCodes.failure;
  }
}

async function runCommand(args: readonly string[], context: Context): Promise<ExitCode> {
  const [name = 'help', ...rest] = args;
  if (name === '--version' || name === 'version') return print(context, `cuebook ${version}\n`);
  if (['help', '--help', '-h'].includes(name)) return showHelp(rest[0], context);
  const command = findCommand(name);
  const invocation = parseOptions(command, rest);
  if (invocation.options.has('help')) return print(context, commandHelp(command));
  return command.run(invocation, context);
}

function showHelp(name: string | undefined, context: Context): ExitCode {
  return print(context, name === undefined ? mainHelp() : commandHelp(findCommand(name)));
}

function findCommand(name: string) {
  const command = commands.find((each) => each.name === name);
  if (command !== undefined) return command;
  throw new CliError(
    `There is no command ${JSON.stringify(name)}. See \`cuebook --help\`.`,
    exitCodes.usage,
  );
}

function print(context: Context, text: string): ExitCode {
  context.write(text);
  return exitCodes.success;
}

import { parseArgs } from 'node:util';
import { CliError, exitCodes, messageOf } from './cli-error.ts';
import { type Command, type CommandOption, globalOptions, type Invocation } from './command.ts';
import { OptionValues } from './option-values.ts';

/** Parses the arguments of a command. Throws an error of usage for what it doesn't have. */
export function parseOptions(command: Command, args: readonly string[]): Invocation {
  const allowed = [...command.options, ...globalOptions];
  const { values, positionals } = parse(command, args, allowed);
  const options = new OptionValues(new Map(Object.entries(values)));
  if (!options.has('help')) checkArgumentCount(command, positionals.length);
  return { arguments: positionals, options };
}

function parse(
  command: Command,
  args: readonly string[],
  allowed: readonly CommandOption[],
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        allowed.map(({ name, short, value, isRepeatable = false }) => [
          name,
          {
            type: value === undefined ? ('boolean' as const) : ('string' as const),
            multiple: isRepeatable,
            ...(short === undefined ? {} : { short }),
          },
        ]),
      ),
    });
  } catch (error) {
    // Node explains at length how to pass an argument that starts with a hyphen.
    const [reason = ''] = messageOf(error).split('. ');
    throw usageError(command, `${reason.replace(/\.$/, '')}.`);
  }
}

function checkArgumentCount(command: Command, count: number): void {
  const [fewest, most] = command.argumentCount;
  if (count < fewest) throw usageError(command, `An argument is missing: ${command.arguments}.`);
  if (count > most) throw usageError(command, 'There are too many arguments.');
}

function usageError({ name }: Command, reason: string): CliError {
  return new CliError(`${reason} See \`cuebook ${name} --help\`.`, exitCodes.usage);
}

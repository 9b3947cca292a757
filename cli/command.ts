import type { ExitCode } from './cli-error.ts';
import type { Context } from './context.ts';
import type { OptionValues } from './option-values.ts';

/** An option of a command, as help and manual page show it. */
export interface CommandOption {
  readonly name: string;
  readonly short?: string;
  /** The value's name in the help; without it the option is a switch. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly isRepeatable?: boolean;
  readonly description: string;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The arguments, as in `NAME [FILE…]`. */
  readonly arguments: string;
  /** The fewest and the most arguments. */
  readonly argumentCount: readonly [number, number];
  /** Paragraphs. */
  readonly details: readonly string[];
  readonly options: readonly CommandOption[];
  readonly examples: readonly (readonly [command: string, explanation: string])[];
  run(invocation: Invocation, context: Context): Promise<ExitCode>;
}

export interface Invocation {
  readonly arguments: readonly string[];
  readonly options: OptionValues;
}

export const jsonOption: CommandOption = {
  name: 'json',
  description: 'Print JSON for programs.',
};

/** Options of every command. */
export const globalOptions: readonly CommandOption[] = [
  {
    name: 'url',
    value: 'ADDRESS',
    description:
      'The installation of Cuebook; otherwise CUEBOOK_URL, or the one you last signed in to.',
  },
  { name: 'help', short: 'h', description: 'Show help for a command.' },
];

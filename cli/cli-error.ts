/** Exit codes; docs/cli.md and the manual page list them. */
export const exitCodes = {
  success: 0,
  failure: 1,
  usage: 2,
  /** Something differs, or was refused because both sides changed. */
  differs: 3,
  signIn: 4,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure whose message is written for the person at the terminal. */
export class CliError extends Error {
  override name = 'CliError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failure, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Returns the message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

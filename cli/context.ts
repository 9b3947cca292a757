/** Everything that a command needs from its process. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  /** The folder in which the command runs. */
  readonly currentFolder: string;
  /** Whether a person reads stdout. */
  readonly isTerminal: boolean;
  /** Whether a person can type. */
  readonly canAsk: boolean;
  /** Writes to stdout: the result, which may go into a pipe. */
  write(text: string): void;
  /** Writes a line to stderr: progress, warnings and errors. */
  note(line: string): void;
  /** Reads stdin to its end. */
  readInput(): Promise<string>;
  /** Opens a page in the person's browser; false if there is none. */
  openPage(url: string): Promise<boolean>;
}

/** Returns whether stdout may have colours. */
export function hasColours({ env, isTerminal }: Context): boolean {
  return isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

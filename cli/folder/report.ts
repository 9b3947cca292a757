import { type ExitCode, exitCodes } from '../cli-error.ts';
import { type Context, hasColours } from '../context.ts';
import { formatJson, oneLine, plainText } from '../plain-text.ts';
import { colourDiff } from './unified-diff.ts';

/** The outcome of a command for one file; `--json` prints it. */
export interface ReportLine {
  readonly state: string;
  readonly path: string;
  readonly id: string | null;
  /** The newest version in the library, if there is one. */
  readonly version: number | null;
  /** The reason, and the next step for the person. */
  readonly note?: string;
  readonly diff?: string;
  /** Decides the exit code; absent if all is well. */
  readonly outcome?: 'differs' | 'failed';
}

/** Prints what happened to each file, one line each, or all as JSON at the end. */
export class Report {
  readonly #context: Context;
  readonly #isJson: boolean;
  readonly #lines: ReportLine[] = [];

  constructor(context: Context, { isJson }: { readonly isJson: boolean }) {
    this.#context = context;
    this.#isJson = isJson;
  }

  get length(): number {
    return this.#lines.length;
  }

  add(line: ReportLine): void {
    this.#lines.push(line);
    if (this.#isJson) return;
    const { state, path, note, diff } = line;
    const name = this.#context.isTerminal ? state.padEnd(12) : `${state}\t`;
    this.#context.write(`${name}${oneLine(path)}\n`);
    if (note !== undefined) this.#context.note(`  ${oneLine(path)}: ${oneLine(note)}`);
    if (diff === undefined || diff === '') return;
    const text = this.#context.isTerminal ? plainText(diff) : diff;
    this.#context.write(hasColours(this.#context) ? colourDiff(text) : text);
  }

  /** Adds the files that can't be read, with their reasons by path. */
  addUnreadable(problems: ReadonlyMap<string, string>): void {
    for (const [path, reason] of problems) {
      const about = { state: 'unreadable', path, id: null, version: null };
      this.add({ ...about, note: `${reason}.`, outcome: 'failed' });
    }
  }

  finish(): ExitCode {
    if (this.#isJson) this.#context.write(formatJson(this.#lines));
    if (this.#lines.some(({ outcome }) => outcome === 'failed')) return exitCodes.failure;
    const differs = this.#lines.some(({ outcome }) => outcome === 'differs');
    return differs ? exitCodes.differs : exitCodes.success;
  }
}

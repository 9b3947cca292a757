/** Prints a progress line. */
export function print(line) {
  process.stdout.write(`${line}\n`);
}

/** Exits with one sentence that says what to do. */
export function exitWithError(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

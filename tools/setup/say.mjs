/** Prints a progress line. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Exits with one sentence that says what to do. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

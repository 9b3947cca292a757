/** Progress lines and the end of a command that cannot go on. */

export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Ends the process with one sentence that says what to do. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

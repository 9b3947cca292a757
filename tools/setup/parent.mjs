/** Often enough that nobody waits for it, and rarely enough that it costs nothing. */
const everyMs = 500;

/**
 * Calls `then` once this process has lost the one that started it. npm gives SIGTERM to the shell
 * between itself and us, which ends without a word; what is left to see is that it is gone.
 */
export function whenParentIsGone(then) {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    then();
  }, everyMs);
  look.unref();
}

/** Short enough that nobody waits, long enough to cost nothing. */
const everyMs = 500;

/**
 * Calls `callback` once the parent process is gone. npm sends SIGTERM to the shell between itself
 * and this process. That shell ends silently, so all there is to see is that it is gone.
 */
export function onParentExit(callback) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, everyMs);
  timer.unref();
}

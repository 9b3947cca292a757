/** Polling interval: short for a person, and cheap. */
const intervalMs = 500;

/**
 * Calls `callback` once the parent process is gone. npm sends SIGTERM to the shell between itself
 * and this process. That shell exits silently, so its absence is the only sign.
 */
export function onParentExit(callback) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, intervalMs);
  timer.unref();
}

/**
 * Imported before React, which creates an error while it is evaluated. For its stack trace V8 would
 * parse React a second time, a fifth of the time in which the page's script starts.
 */
const { stackTraceLimit } = Error;
Error.stackTraceLimit = 0;

/** Lets errors have stack traces again. */
export function restoreStackTraces(): void {
  Error.stackTraceLimit = stackTraceLimit;
}

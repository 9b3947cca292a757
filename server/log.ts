const levels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof levels)[number];

/**
 * A log with one JSON line per message. Never pass secrets, tokens, passwords or bodies as details.
 */
export type Log = Readonly<
  Record<LogLevel, (message: string, details?: Readonly<Record<string, unknown>>) => void>
>;

function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return {
    name: value.name,
    message: value.message,
    stack: value.stack,
    cause: plain(value.cause),
  };
}

/** Creates a log that passes lines of level `lowest` and above to `write`. */
export function createLog(lowest: LogLevel, write: (line: string) => void): Log {
  const logAt =
    (level: LogLevel): Log[LogLevel] =>
    (message, details = {}) => {
      if (levels.indexOf(level) < levels.indexOf(lowest)) return;
      const shown = Object.fromEntries(
        Object.entries(details).map(([key, value]) => [key, plain(value)]),
      );
      write(JSON.stringify({ time: new Date().toISOString(), level, message, ...shown }));
    };
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
}

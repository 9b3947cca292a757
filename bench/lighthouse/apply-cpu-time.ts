import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An event of a Chromium trace, in microseconds. */
interface TraceEvent {
  readonly name: string;
  /** Wall-clock time. */
  dur?: number;
  /** CPU time. */
  readonly tdur?: number;
}

/**
 * Replaces the wall-clock time of each task in a recorded trace by its CPU time. The page shares
 * the CPU with its server, the browser and Lighthouse, and does nothing while they run.
 */
export async function applyCpuTime(folder: string): Promise<void> {
  const file = join(folder, 'trace.json');
  const trace = JSON.parse(await readFile(file, 'utf8')) as { readonly traceEvents: TraceEvent[] };
  for (const event of trace.traceEvents) {
    if (event.name !== 'RunTask' || event.dur === undefined || event.tdur === undefined) continue;
    event.dur = Math.max(1, Math.min(event.dur, event.tdur));
  }
  await writeFile(file, JSON.stringify(trace));
}

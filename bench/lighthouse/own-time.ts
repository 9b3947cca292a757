import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a task of the browser took, in microseconds: by the clock, and of a processor. */
interface TraceEvent {
  readonly name: string;
  dur?: number;
  readonly tdur?: number;
}

/**
 * Makes tasks that Lighthouse has gathered in a folder as long as they kept a processor busy themselves: while other
 * programs had it, the page did nothing. Even alone, a page shares two processors with its server, the browser and Lighthouse.
 */
export async function countOwnTime(folder: string): Promise<void> {
  const file = join(folder, 'trace.json');
  const trace = JSON.parse(await readFile(file, 'utf8')) as { readonly traceEvents: TraceEvent[] };
  for (const event of trace.traceEvents) {
    if (event.name !== 'RunTask' || event.dur === undefined || event.tdur === undefined) continue;
    event.dur = Math.max(1, Math.min(event.dur, event.tdur));
  }
  await writeFile(file, JSON.stringify(trace));
}

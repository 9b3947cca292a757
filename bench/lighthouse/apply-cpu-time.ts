import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An event of a Chromium trace, in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Its start, in wall-clock time. */
  ts: number;
  /** Wall-clock time. */
  dur?: number;
  /** CPU time. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly documentLoaderURL?: string } };
}

/** A task that is recorded with both of its times. */
interface Task extends TraceEvent {
  dur: number;
  readonly tdur: number;
}

/**
 * Replaces the wall-clock time of each task in a recorded trace by its CPU time, and moves each
 * screenshot to when it would have been taken then. The page shares the CPU with its server, the
 * browser and Lighthouse, and does nothing while they run.
 */
export async function applyCpuTime(folder: string): Promise<void> {
  const file = join(folder, 'trace.json');
  const trace = JSON.parse(await readFile(file, 'utf8')) as { readonly traceEvents: TraceEvent[] };
  const tasks = trace.traceEvents.filter(isTask);
  moveScreenshots(trace.traceEvents, tasks);
  for (const task of tasks) task.dur = Math.max(1, Math.min(task.dur, task.tdur));
  await writeFile(file, JSON.stringify(trace));
}

function isTask(event: TraceEvent): event is Task {
  return event.name === 'RunTask' && event.dur !== undefined && event.tdur !== undefined;
}

/** Moves each screenshot ahead by the time that the page's thread had waited for the CPU by then. */
function moveScreenshots(events: readonly TraceEvent[], tasks: readonly Task[]): void {
  const start = events
    .filter(
      ({ name, args }) =>
        name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith('http') === true,
    )
    .at(-1);
  if (start === undefined) throw new Error('The trace has no navigation to the page');
  const pageTasks = tasks
    .filter(({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts)
    .sort((one, other) => one.ts - other.ts);
  const screenshots = events.filter(({ name, ts }) => name === 'Screenshot' && ts >= start.ts);
  for (const screenshot of screenshots) screenshot.ts -= waitedBefore(screenshot.ts, pageTasks);
}

/** Returns how long a thread waited in its tasks that ended before a time. The tasks are in order. */
function waitedBefore(time: number, tasks: readonly Task[]): number {
  let waited = 0;
  let end = 0;
  for (const { ts, dur, tdur } of tasks) {
    // The time of a task within a task is part of the outer one's.
    if (ts < end || ts + dur > time) continue;
    end = ts + dur;
    waited += Math.max(0, dur - tdur);
  }
  return waited;
}

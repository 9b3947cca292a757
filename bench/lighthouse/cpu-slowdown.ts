/** CPU time of the work below where Lighthouse's own BenchmarkIndex is 2,000, in milliseconds. */
const referenceTime = 575;

/**
 * How many times slower than this machine a mid-range phone is, for Lighthouse's simulation. Its
 * default of 4 suits a machine that takes {@link referenceTime}: on one half as fast, the simulated
 * phone would be half as fast, too.
 */
export function measureCpuSlowdown(): number {
  doWork(30);
  // Of this thread alone, since it takes turns with other processes.
  const start = process.threadCpuUsage();
  doWork(150);
  const { user, system } = process.threadCpuUsage(start);
  return 4 * (referenceTime / ((user + system) / 1000));
}

/** What a page does while it starts: parses, makes objects and strings, and looks them up. */
function doWork(rounds: number): void {
  for (let round = 0; round < rounds; round += 1) {
    const rows = Array.from({ length: 6000 }, (_, id) => ({ id, title: `Prompt ${id}`, tags: [] }));
    const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
    const byTitle = new Map(copy.map((row) => [row.title.toUpperCase(), row]));
    const sorted = copy.toSorted((a, b) => (a.title < b.title ? 1 : -1));
    for (const { title } of sorted) byTitle.get(title.toUpperCase());
  }
}

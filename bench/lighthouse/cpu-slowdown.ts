/** CPU time of the work below where Lighthouse's own BenchmarkIndex is 2,000, in milliseconds. */
const referenceTime = 730;

/**
 * How many times slower than this machine a mid-range phone is, for Lighthouse's simulation. Its
 * default of 4 suits a machine that takes {@link referenceTime}: on one half as fast, the simulated
 * phone would be half as fast, too.
 */
export function measureCpuSlowdown(): number {
  doWork(20);
  // Of this thread alone, since it takes turns with other processes.
  const start = process.threadCpuUsage();
  doWork(100);
  const { user, system } = process.threadCpuUsage(start);
  return 4 * (referenceTime / ((user + system) / 1000));
}

/** Works as a page does while it starts: parses, makes objects and strings, and looks them up. */
function doWork(rounds: number): void {
  for (let round = 0; round < rounds; round += 1) {
    const rows = Array.from({ length: 12_000 }, (_, id) => ({ id, title: `Prompt ${id}` }));
    const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
    const byTitle = new Map(copy.map((row) => [row.title.toUpperCase(), row]));
    for (const { title } of copy) byTitle.get(title.toUpperCase());
  }
}

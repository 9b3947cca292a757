import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plot } from './plot.ts';
import { startScaled } from './scaled-directory.ts';
import { measureWrites } from './writes.ts';

const file = join(import.meta.dirname, '../../.cache/bench/growth.svg');

/** What saving costs in a database of a thousand prompts, of ten thousand, and so on up to `most`; drawn in `.cache/bench/growth.svg`. */
export async function growth(most: number, csv: string | null): Promise<string[][]> {
  const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= most);
  const columns: Record<string, number[]> = {};
  for (const size of sizes) {
    const { server, login } = await startScaled(size, csv, false);
    try {
      await measureWrites(login);
      for (const { name, cost50 } of await measureWrites(login))
        (columns[name] ??= []).push(cost50);
    } finally {
      await server.stop();
    }
  }
  writeFileSync(file, plot(sizes, columns));
  return [
    ['processor ms of', ...sizes.map((size) => size.toLocaleString('en-GB'))],
    ...Object.entries(columns).map(([name, costs]) => [
      name,
      ...costs.map((cost) => cost.toFixed(2)),
    ]),
  ];
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plot } from './plot.ts';
import { startScaledServer, type ScaleSource } from './scaled-directory.ts';
import { measureWrites } from './measure-writes.ts';

const file = join(import.meta.dirname, '../../.cache/bench/growth.svg');

/**
 * Measures what a save costs in databases of 1,000, 10,000 and more prompts, up to `maxPrompts`.
 * Returns a table, and draws `.cache/bench/growth.svg`.
 */
export async function measureGrowth(maxPrompts: number, source: ScaleSource): Promise<string[][]> {
  const sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000].filter(
    (size) => size <= maxPrompts,
  );
  const costsByWrite: Record<string, number[]> = {};
  for (const size of sizes) {
    const { server, login } = await startScaledServer(size, { ...source, fresh: false });
    try {
      // Warms up.
      await measureWrites(login);
      for (const { name, cost50 } of await measureWrites(login))
        (costsByWrite[name] ??= []).push(cost50);
    } finally {
      await server.stop();
    }
  }
  writeFileSync(file, plot(sizes, costsByWrite));
  return [
    ['CPU ms', ...sizes.map((size) => size.toLocaleString('en-GB'))],
    ...Object.entries(costsByWrite).map(([name, costs]) => [
      name,
      ...costs.map((cost) => cost.toFixed(2)),
    ]),
  ];
}

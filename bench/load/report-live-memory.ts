import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

// Loaded into a measured server: at SIGUSR2 it collects its garbage, and logs how much is left.
if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    process.stderr.write(`${JSON.stringify({ liveMb: (heapUsed + external) / 1024 / 1024 })}\n`);
  });
}

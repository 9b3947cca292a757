import { join } from 'node:path';
import { buildCli } from './build/build-cli.ts';

/** Builds the command line into cli/dist, or into the folder of the first argument. */
await buildCli(process.argv[2] ?? join(import.meta.dirname, '../cli/dist'));

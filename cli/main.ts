#!/usr/bin/env node
import { createProcessContext } from './process-context.ts';
import { run } from './run.ts';

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
process.exitCode = await run(process.argv.slice(2), createProcessContext());

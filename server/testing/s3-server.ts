import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An S3-compatible server (the package s3rver) with the bucket `cuebook`. */
export interface S3Server {
  /** The settings of a server that stores its files there. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const command = join(import.meta.dirname, '../../node_modules/s3rver/bin/s3rver.js');

/** Starts the S3-compatible server in a process of its own. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'cuebook-s3-'));
  const parameters = ['-d', folder, '-a', '127.0.0.1', '-p', '0', '--configure-bucket', 'cuebook'];
  const child = spawn(process.execPath, [command, ...parameters], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The S3 server did not start: ${output}`)));
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString();
      const found = /listening on ([\d.]+:\d+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    environment: {
      STORAGE_S3_ENDPOINT: `http://${address}`,
      STORAGE_S3_BUCKET: 'cuebook',
      STORAGE_S3_ACCESS_KEY: 'S3RVER',
      STORAGE_S3_SECRET_KEY: 'S3RVER',
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

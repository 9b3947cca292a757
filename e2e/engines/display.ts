import { spawn } from 'node:child_process';

/**
 * A virtual display of its own for a browser without a headless mode: browsers on one display share
 * its clipboard.
 */
export interface Display {
  /** The value for `DISPLAY`. */
  readonly name: string;
  close(): void;
}

export function openDisplay(): Promise<Display> {
  return new Promise((resolve, reject) => {
    const options = ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'];
    const server = spawn('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdout.once('data', (number: Buffer) => {
      resolve({ name: `:${number.toString().trim()}`, close: () => server.kill() });
    });
  });
}

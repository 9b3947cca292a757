import { spawn } from 'node:child_process';

/**
 * Runs a program in this terminal and returns its exit code. A program that cannot be started
 * counts as 127, one ended by a signal as 128. Ends it if this process exits before it.
 */
export function run(program, parameters, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { stdio: 'inherit', ...options });
    const end = () => child.kill();
    process.once('exit', end);
    child.on('error', () => resolve(127));
    child.on('close', (code) => {
      process.off('exit', end);
      resolve(code ?? 128);
    });
  });
}

/**
 * Runs a program, reports every ten seconds that it still runs, and prints its output only if it
 * fails.
 */
export function runQuietly(label, program, parameters, options) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    const heartbeat = setInterval(() => {
      process.stdout.write(`  ${label}: ${Math.round((Date.now() - started) / 1000)} s\n`);
    }, 10_000);
    const end = (code) => {
      clearInterval(heartbeat);
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code);
    };
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      end(127);
    });
    child.on('close', (code) => end(code ?? 128));
  });
}

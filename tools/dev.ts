import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run dev`: runs the server, restarted when its files change, and Vite with hot reload on
 * http://localhost:5173. Vite proxies the API to the server.
 */
const root = join(import.meta.dirname, '..');
const watched = ['server', 'contract', 'templating', 'text', 'supabase'].map(
  (folder) => `--watch-path=${join(root, folder)}`,
);

const children = [
  spawn(process.execPath, [...watched, join(root, 'server/main.ts')], {
    stdio: 'inherit',
    cwd: root,
  }),
  spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'web', '--clearScreen=false'],
    {
      stdio: 'inherit',
      cwd: root,
    },
  ),
];

function stop(code: number): void {
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = code;
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
for (const child of children) child.on('exit', (code) => stop(code ?? 1));

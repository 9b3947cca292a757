import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run dev`: the server, started anew when its files change, and the page from Vite with hot
 * reload on http://localhost:5173, which passes the protocol's addresses on to the server.
 */
const root = join(import.meta.dirname, '..');
const watched = ['server', 'contract', 'supabase'].map(
  (room) => `--watch-path=${join(root, room)}`,
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

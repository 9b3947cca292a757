import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';
import type { Context } from './context.ts';

export function createProcessContext(): Context {
  return {
    env: process.env,
    platform: process.platform,
    homeFolder: homedir(),
    currentFolder: process.cwd(),
    isTerminal: process.stdout.isTTY,
    canAsk: process.stdin.isTTY,
    write: (result) => {
      process.stdout.write(result);
    },
    note: (line) => {
      process.stderr.write(`${line}\n`);
    },
    readInput: () => text(process.stdin),
    openPage,
  };
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `cmd /c start`, which would interpret the `&` of an address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

function openPage(url: string): Promise<boolean> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const opener = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => {
      opener.unref();
      resolve(true);
    });
  });
}

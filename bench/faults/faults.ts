import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from '../installation.ts';
import type { RequestStats } from '../load/request-stats.ts';
import { readPostmasterPid, readProcesses } from '../process-stats.ts';
import type { Ground } from './ground.ts';

/** The server that a fault happens to, and its surroundings. */
export interface Target {
  readonly installation: Installation;
  readonly ground: Ground;
  /** The writers' requests of this round. */
  readonly stats: RequestStats;
}

/** Something that happens to a server, and is over when the promise resolves. */
export interface Fault {
  readonly name: string;
  /** How often it happens in 25 rounds. */
  readonly share: number;
  happen(target: Target): Promise<void>;
}

const day = 86_400;
const hour = 3_600;
const frozenMs = 30_000;
const maxWaitMs = 60_000;
const halfOpenConnections = 300;

function kill(pids: readonly number[], signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has exited with its parent.
    }
  }
}

/** Returns the ids of a process and of all its descendants. */
function processTree(root: number): number[] {
  const members = [root];
  const processes = [...readProcesses()];
  for (const member of members) {
    for (const [pid, { parent }] of processes) if (parent === member) members.push(pid);
  }
  return members;
}

function postmaster({ installation }: Target): number {
  return readPostmasterPid(installation.server.dataDir);
}

/** Waits until a writer was refused, so that the fault was noticed. */
async function waitForRefusal({ stats }: Target): Promise<void> {
  const end = performance.now() + maxWaitMs;
  while (stats.refusals.size === 0) {
    if (performance.now() > end) throw new Error('No request noticed the fault.');
    await pause(100);
  }
}

/** Opens a connection whose client sends `text` and never reads or ends. */
function openSilentConnection(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('error', () => {});
  return socket.pause();
}

let jumps = 0;

export const faults: readonly Fault[] = [
  {
    name: 'server and PostgreSQL killed',
    share: 14,
    async happen(target) {
      const { installation } = target;
      const { server } = installation;
      kill([...processTree(server.pid), ...processTree(postmaster(target))]);
      await server.kill();
      await installation.startAgain();
    },
  },
  {
    name: 'server killed',
    share: 2,
    happen: ({ installation }) => installation.killAndStart(),
  },
  {
    name: 'PostgreSQL killed',
    share: 2,
    async happen(target) {
      kill([postmaster(target)]);
      await waitForRefusal(target);
    },
  },
  {
    name: 'a process of PostgreSQL killed',
    share: 1,
    async happen(target) {
      const parent = postmaster(target);
      const child = [...readProcesses()].find(([pid, process]) => {
        return (
          process.parent === parent && readFileSync(`/proc/${pid}/cmdline`).includes('[local]')
        );
      });
      if (child !== undefined) kill([child[0]]);
      await waitForRefusal(target);
    },
  },
  {
    name: 'PostgreSQL frozen for 30 seconds',
    share: 1,
    async happen(target) {
      const processes = processTree(postmaster(target));
      kill(processes, 'SIGSTOP');
      await pause(frozenMs);
      kill(processes, 'SIGCONT');
    },
  },
  {
    name: 'disk full',
    share: 2,
    async happen(target) {
      target.ground.fillDisk();
      try {
        await waitForRefusal(target);
        // Some files had room left, and are full now.
        target.ground.fillDisk();
        await pause(3_000);
      } finally {
        target.ground.emptyDisk();
      }
    },
  },
  {
    name: 'started on a read-only folder',
    share: 1,
    async happen({ installation, ground, stats }) {
      await installation.server.stop();
      ground.makeReadOnly(true);
      try {
        const refusal = await installation.startAgain().then(
          () => null,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        );
        if (refusal === null) throw new Error('The server started on a read-only folder.');
        stats.refuse(refusal);
      } finally {
        ground.makeReadOnly(false);
      }
      await installation.startAgain();
    },
  },
  {
    name: 'clock jumped',
    share: 1,
    async happen({ ground }) {
      const offsets = [2 * day, -2 * day, hour, -hour];
      ground.setClock(offsets[jumps % offsets.length] ?? 0);
      jumps += 1;
      await pause(5_000);
      ground.setClock(0);
      await pause(2_000);
    },
  },
  {
    name: 'half-open connections',
    share: 1,
    async happen({ installation }) {
      const { port } = installation.server;
      const post = 'POST /rest/v1/prompts HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n';
      const texts = [
        'GET /rest/v1/pro',
        `${post}\r\n{"title":`,
        'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n',
      ];
      const sockets = Array.from({ length: halfOpenConnections }, (_, number) =>
        openSilentConnection(port, texts[number % texts.length] ?? ''),
      );
      await pause(5_000);
      for (const socket of sockets) socket.resetAndDestroy();
    },
  },
];

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const diskMegabytes = 1_500;
const fakeTimeLibrary = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`;
const sharedMemory = '/dev/shm';
const installFakeTime = 'apt-get update && apt-get install -y --no-install-recommends faketime';

function run(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr.trim()}`);
}

/**
 * A small disk and a clock, which faults can fill and set without touching the machine's own. It
 * needs Linux and root.
 */
export class Ground {
  /** The disk of the server's data. */
  readonly dataDir: string;
  readonly #folder: string;
  readonly #clock: string;

  /** Mounts the disk. As root on Debian it installs libfaketime if it is missing. */
  constructor() {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) {
      throw new Error('This proof mounts a small disk, so it needs Linux and root.');
    }
    if (!existsSync(fakeTimeLibrary)) spawnSync('sh', ['-c', installFakeTime]);
    if (!existsSync(fakeTimeLibrary)) {
      throw new Error(`This proof needs libfaketime; on Debian: ${installFakeTime}`);
    }
    this.#folder = mkdtempSync(join(tmpdir(), 'cuebook-kill-proof-'));
    chmodSync(this.#folder, 0o755);
    this.dataDir = join(this.#folder, 'data');
    this.#clock = join(this.#folder, 'clock');
    this.setClock(0);
    mkdirSync(this.dataDir);
    run('mount', '-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'cuebook', this.dataDir);
  }

  /**
   * Returns settings with which a server and its PostgreSQL follow the clock. `postgresPid` is a
   * running PostgreSQL, whose programs are used.
   */
  clockSettings(postgresPid: number): Record<string, string> {
    const settings = {
      LD_PRELOAD: fakeTimeLibrary,
      FAKETIME_TIMESTAMP_FILE: this.#clock,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
    };
    // PostgreSQL starts with an environment of its own, so its programs get the clock by scripts.
    const programs = join(this.#folder, 'programs');
    const bin = dirname(readlinkSync(`/proc/${postgresPid}/exe`));
    const variables = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
    mkdirSync(programs);
    for (const name of ['initdb', 'pg_ctl', 'postgres']) {
      const prefix = name === 'postgres' ? `${variables.join(' ')} ` : '';
      const script = `#!/bin/sh\n${prefix}exec '${join(bin, name)}' "$@"\n`;
      writeFileSync(join(programs, name), script, { mode: 0o755 });
    }
    return { PG_BIN: programs, ...settings };
  }

  /** Lets the clock differ from the machine's by so many seconds, within a second. */
  setClock(offsetSeconds: number): void {
    writeFileSync(this.#clock, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}`);
  }

  /** Removes the clocks of killed processes: a new one with the same id would not start. */
  removeClocksOfKilled(): void {
    for (const name of readdirSync(sharedMemory)) {
      const [, pid] = /^(?:sem\.)?faketime_\w+_(\d+)$/.exec(name) ?? [];
      if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(sharedMemory, name));
    }
  }

  fillDisk(): void {
    spawnSync('dd', ['if=/dev/zero', `of=${this.#ballast}`, 'bs=64k'], { stdio: 'ignore' });
  }

  emptyDisk(): void {
    rmSync(this.#ballast, { force: true });
  }

  makeReadOnly(isReadOnly: boolean): void {
    run('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, this.dataDir);
  }

  remove(): void {
    run('umount', '--lazy', this.dataDir);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #ballast(): string {
    return join(this.dataDir, 'ballast');
  }
}

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Programs } from './programs.ts';

/**
 * Runs `run` with a copy of initdb that needs no user name. The original fails for a user without a
 * name, although it does not use the name when `--username` is set. Containers often run as a bare
 * number.
 *
 * The copies call getpwent() (the first user there is) where the originals call getpwuid(). Both
 * names have eight letters, so only the table of imported names changes. The copies run initdb and
 * nothing else; the server itself is never changed.
 */
export function withNamelessInitdb<T>(programs: Programs, run: (changed: Programs) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'cuebook-initdb-'));
  try {
    chmodSync(folder, 0o755);
    const bin = join(folder, 'bin');
    mkdirSync(bin, { mode: 0o755 });
    for (const name of ['initdb', 'postgres']) {
      const bytes = readFileSync(join(programs.bin, name));
      const at = bytes.indexOf('\0getpwuid\0');
      if (at >= 0) bytes.write('getpwent', at + 1, 'latin1');
      writeFileSync(join(bin, name), bytes, { mode: 0o755 });
    }
    for (const name of ['lib', 'share'])
      symlinkSync(join(programs.bin, '..', name), join(folder, name));
    return run({ ...programs, bin });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

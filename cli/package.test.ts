import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packCli } from '#tools/build/build-cli.ts';
import { commands } from './commands.ts';
import { commandHelp, mainHelp } from './help.ts';
import { manPage } from './man-page.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..');

describe('the package', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cuebook-package-'));
    await execute(process.execPath, [join(root, 'tools/build-cli.ts'), folder]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('runs with nothing else installed, and brings its manual page', async () => {
    const packageFile = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(packageFile).toMatchObject({
      name: 'cuebook',
      bin: { cuebook: 'cuebook.js' },
      engines: { node: '>=20' },
    });
    expect(Object.keys(packageFile).filter((key) => /dependencies|scripts/i.test(key))).toEqual([]);
    expect(await readFile(join(folder, 'man/cuebook.1'), 'utf8')).toBe(manPage());
    const { stdout } = await execute(process.execPath, [join(folder, 'cuebook.js'), '--help'], {
      cwd: folder,
    });
    expect(stdout).toBe(mainHelp());
  });

  it('runs by npx from the file that a server offers, without a registry', async () => {
    await writeFile(join(folder, 'cuebook.tgz'), await packCli(folder));
    const { stdout } = await execute('npx', ['--yes', '--offline', './cuebook.tgz', '--help'], {
      cwd: folder,
      env: { ...process.env, npm_config_cache: join(folder, 'cache') },
    });
    expect(stdout).toBe(mainHelp());
  });

  it('exits with the code of the command, and writes errors to stderr', async () => {
    const failing = execute(process.execPath, [join(folder, 'cuebook.js'), 'list'], {
      env: { XDG_CONFIG_HOME: folder },
    });
    await expect(failing).rejects.toMatchObject({
      code: 4,
      stdout: '',
      stderr:
        'cuebook: You are not signed in. Run `cuebook login ADDRESS` with the address of your Cuebook.\n',
    });
  });
});

describe('the help', () => {
  it.each(commands.map((command) => [command.name, command] as const))(
    'fits a terminal of 80 characters: %s',
    (_, command) => {
      const tooLong = commandHelp(command)
        .split('\n')
        .filter((line) => line.length > 80 && !line.startsWith('  $ ') && !line.startsWith('  # '));
      expect(tooLong).toEqual([]);
      expect(mainHelp()).toContain(command.summary);
      expect(manPage()).toContain(command.options[0]?.name.replaceAll('-', '\\-') ?? command.name);
    },
  );
});

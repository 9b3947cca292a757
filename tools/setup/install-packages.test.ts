import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('installPackages keeps the packages of another checkout, which node_modules links to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuebook-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const checkout = join(folder, 'checkout');
  cpSync(import.meta.dirname, join(checkout, 'tools/setup'), { recursive: true });
  const packages = join(folder, 'other/node_modules');
  mkdirSync(packages, { recursive: true });
  symlinkSync(packages, join(checkout, 'node_modules'));
  const npm = join(folder, 'npm.cjs');
  writeFileSync(
    npm,
    `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'ran'))}, '')`,
  );

  const program = `
    import { installPackages } from ${JSON.stringify(join(checkout, 'tools/setup/install-packages.mjs'))};
    await installPackages();`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8', env: { ...process.env, npm_execpath: npm } },
  );
  expect(stderr).toContain('remove the link');
  expect(status).toBe(1);
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

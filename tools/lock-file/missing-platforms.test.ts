import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingPlatforms, readLockFile } from './missing-platforms.ts';

function packagesOf(optionalDependencies: Record<string, string>, more = {}) {
  return { '': {}, 'node_modules/a': { dev: true, optionalDependencies }, ...more };
}

describe('missingPlatforms', () => {
  it.each([
    ['a-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
    ['@a/linux-x64', { os: ['linux'], cpu: ['x64'] }],
    ['@a/b-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@a/b-linux-s390x-gnu', { os: ['linux'], cpu: ['s390x'], libc: ['glibc'] }],
    ['@a/b-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
    ['@a/b-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
    ['@a/b-android-arm-eabi', { os: ['android'], cpu: ['arm'] }],
    ['@a/b-wasm32-wasi', { cpu: ['wasm32'] }],
  ])('reads the platform of %s from its name', (name, limits) => {
    expect(missingPlatforms(packagesOf({ [name]: '1.0.0' }))).toEqual({
      [`node_modules/${name}`]: { version: '1.0.0', ...limits, dev: true, optional: true },
    });
  });

  it('adds no entry that the lock file has', () => {
    const present = { 'node_modules/a/node_modules/a-linux-x64': {} };
    expect(missingPlatforms(packagesOf({ 'a-linux-x64': '1.0.0' }, present))).toEqual({});
  });

  it('throws if a name has no platform', () => {
    expect(() => missingPlatforms(packagesOf({ riddle: '1.0.0' }))).toThrow('riddle');
  });
});

it('package-lock.json has the packages of every platform, as npm ci requires', () => {
  const text = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');
  expect(missingPlatforms(readLockFile(text).packages)).toEqual({});
});

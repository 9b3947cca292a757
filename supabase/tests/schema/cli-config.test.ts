import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';

const folder = join(import.meta.dirname, '../..');
const text = readFileSync(join(folder, 'config.toml'), 'utf8');

/** Reads a value of config.toml, whose simple values are JSON. */
function setting(section: string, name: string): unknown {
  const body = text.split(`[${section}]\n`)[1]?.split(/^\[/m)[0] ?? '';
  return JSON.parse(new RegExp(`^${name} = (.*)$`, 'm').exec(body)?.[1] ?? 'null');
}

test('the Supabase CLI finds every seed, and nothing else', () => {
  expect(setting('db.seed', 'sql_paths')).toEqual(['./seed/*.sql']);
  expect(setting('db.seed', 'enabled')).toBe(true);
  const others = readdirSync(join(folder, 'seed')).filter((name) => !name.endsWith('.sql'));
  expect(others).toEqual([]);
});

test('the Supabase CLI names each migration as the server does', () => {
  expect(setting('db.migrations', 'enabled')).toBe(true);
  for (const name of readdirSync(join(folder, 'migrations'))) {
    expect(name).toMatch(/^\d{14}_[a-z0-9_]+\.sql$/);
  }
});

test("the Supabase CLI's project has the defaults of the server", () => {
  const config = readConfig({});
  expect(setting('api', 'schemas')).toEqual(config.API_SCHEMAS);
  expect(setting('api', 'max_rows')).toBe(config.MAX_ROWS);
  expect(setting('auth', 'enable_signup')).toBe(config.SIGN_UP);
  expect(setting('auth', 'minimum_password_length')).toBe(config.PASSWORD_MIN_LENGTH);
  expect(setting('auth.email', 'enable_confirmations')).toBe(config.CONFIRM_EMAIL);
});

import type { ClientConfig } from 'pg';

/**
 * Returns the login with settings for its session, such as `jit=off`. Options that an address names
 * stay in force.
 */
export function withSettings(login: ClientConfig, ...settings: readonly string[]): ClientConfig {
  const options = settings.map((setting) => `-c ${setting}`).join(' ');
  // `pg` prefers the parameters of an address to those beside it.
  if (login.connectionString === undefined) return { ...login, options };
  const url = new URL(login.connectionString);
  const existing = url.searchParams.get('options');
  url.searchParams.set('options', existing === null ? options : `${existing} ${options}`);
  return { ...login, connectionString: url.href };
}

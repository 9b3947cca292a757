/**
 * Returns the environment of PostgreSQL's programs, without the PG… variables of the person who
 * starts the server.
 */
export function environment(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return { ...process.env, TZ: 'UTC' };
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
}

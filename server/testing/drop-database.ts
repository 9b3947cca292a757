import type { Client } from 'pg';

const endMs = 60_000;

/**
 * Drops a database whose server has stopped. PostgreSQL ends the other connections, but refuses
 * while a replication slot is in use: a server's slot ends a moment after its connection.
 */
export async function dropDatabase(client: Client, name: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(active_pid, $2) from pg_replication_slots
     where database = $1 and active_pid is not null`,
    [name, endMs],
  );
  await client.query(`drop database ${name} with (force)`);
}

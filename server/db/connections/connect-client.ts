import { Client, type ClientConfig } from 'pg';

const connectMs = 10_000;
/** How long PostgreSQL may take to report a statement timeout, before its connection is closed. */
const graceMs = 2_000;

/** Probes an idle connection after a minute. The system's own default is two hours. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 } as const;

/** Returns time limits that hold even if PostgreSQL is frozen or the network is gone. */
export function connectionLimits(statementMs: number) {
  return {
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + graceMs,
    ...keepAlive,
  } as const satisfies ClientConfig;
}

/** Opens a connection of its own, outside the pools. A lost connection never ends the process. */
export async function connectClient(login: ClientConfig, statementMs = 10_000): Promise<Client> {
  const client = new Client({ ...login, ...connectionLimits(statementMs) });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    // A server that refused the login may keep the socket open.
    void client.end().catch(() => {});
    throw error;
  }
  return client;
}

import type { Config } from '#server/config.ts';

/** Limits per connection, so that one client can't lock out others. */
export interface Limits {
  /** Connections to this process. */
  readonly connections: number;
  /** Channels that one connection may have joined. */
  readonly channels: number;
  readonly joinsPerSecond: number;
  readonly messagesPerSecond: number;
  readonly payloadBytes: number;
  /** Bytes that may wait for a slow client before it is disconnected. */
  readonly bufferedBytes: number;
  /** A client that sent nothing for so long, not even a heartbeat, is disconnected. */
  readonly idleMs: number;
  /** The policies of a private topic are asked again after so long. */
  readonly rightsMs: number;
}

export function limitsFor(config: Config): Limits {
  const payloadBytes = config.REALTIME_PAYLOAD_KB * 1024;
  return {
    connections: Math.ceil(config.REALTIME_CONNECTIONS / config.WEB_PROCESSES),
    channels: config.REALTIME_CHANNELS,
    joinsPerSecond: config.REALTIME_JOINS,
    messagesPerSecond: config.REALTIME_MESSAGES,
    payloadBytes,
    bufferedBytes: Math.max(4 * payloadBytes, 4 * 1024 * 1024),
    idleMs: 60_000,
    rightsMs: 30_000,
  };
}

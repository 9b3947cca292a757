import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import { type WebSocket, WebSocketServer } from 'ws';
import { mayHavePeers } from '#server/config.ts';
import type { Caller, HttpEnv } from '#server/http/caller/caller.ts';
import { AddressRates, AddressTimes } from '#server/http/caller/address-rates.ts';
import { addressOfIncoming } from '#server/http/caller/client-address.ts';
import { rawResponse } from '#server/http/raw-response.ts';
import { headersOfNode } from '#server/http/request-headers.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { Topics } from './channels/topics.ts';
import { Connection } from './connection.ts';
import { ConnectionPlaces } from './connection-places.ts';
import { buildBroadcastRoutes } from './http-broadcast.ts';
import { type FollowedRows, followRows } from './follow-rows.ts';
import { CallerRefused, identifyCaller } from './identify-caller.ts';
import { limitsFor } from './limits.ts';
import { Peers } from './nodes/peers.ts';
import { type Version, versions } from './protocol/message.ts';
import type { RealtimeDependencies } from './dependencies.ts';
import { ChangeFeed } from './changes/change-feed.ts';
import type { RealtimeServices } from './services.ts';

/** The server side of `/realtime/v1`. */
export interface Realtime {
  /** The HTTP routes below `/realtime/v1`. */
  readonly routes: Hono<HttpEnv>;
  /** Handles an upgrade request of `/realtime/v1/websocket`. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Follows rows for another protocol: see {@link followRows}. */
  followRows(
    caller: Caller,
    followed: readonly FollowedRows[],
    onChange: () => void,
  ): Promise<() => void>;
  /** Returns whether the database lets servers follow changes. */
  canFollowRows(): Promise<boolean>;
  /** Ends what has expired: silent connections, and channels with an old token. */
  sweep(): void;
  /** The number of open connections. */
  readonly connectionCount: number;
  close(): Promise<void>;
}

const sweepMs = 1_000;
const closeMs = 1_000;
const messageOverheadBytes = 64 * 1024;

/** Creates the realtime server. Connections come through `handleUpgrade`. */
export function createRealtime(dependencies: RealtimeDependencies): Realtime {
  const limits = limitsFor(dependencies.config);
  const topics = new Topics();
  const changes = new ChangeFeed(dependencies, topics);
  const addressRates = new AddressRates(limits.messagesPerSecond);
  const peers = mayHavePeers(dependencies.config)
    ? new Peers(dependencies, { topics, addressRates })
    : null;
  const services: RealtimeServices = {
    ...dependencies,
    limits,
    topics,
    changes,
    addressRates,
    addressTimes: new AddressTimes(),
    peers,
  };
  const connections = new Set<Connection>();
  const places = new ConnectionPlaces<Connection>(limits.connections);
  let surplusCount = 0;
  const headers = securityHeaders(dependencies.config);
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 2 * limits.payloadBytes + messageOverheadBytes,
  });

  function refuse(socket: Duplex, status: number, message: string): void {
    // A client that doesn't close the connection must not keep it.
    socket.once('finish', () => socket.destroy());
    socket.end(rawResponse(status, headers, JSON.stringify({ message })));
  }

  function connect(
    socket: WebSocket,
    request: IncomingMessage,
    options: {
      readonly version: Version;
      readonly apiKey: string | null;
      readonly address: string;
    },
  ) {
    const { address } = options;
    const isSurplus = !places.hasRoomFor(address);
    const connection = new Connection(socket, services, {
      ...options,
      headers: headersOfNode(request.headers).toJson(),
      isSurplus,
    });
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
    if (isSurplus) {
      surplusCount += 1;
      socket.once('close', () => (surplusCount -= 1));
      return;
    }
    const leaving = places.take(address, connection);
    socket.once('close', () => places.release(address, connection));
    if (leaving !== null) {
      places.release(leaving.address, leaving);
      leaving.giveWay();
      // A client that doesn't answer the close is cut off.
      setTimeout(() => leaving.terminate(), closeMs).unref();
    }
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const version = versions.find((name) => name === (url.searchParams.get('vsn') ?? '1.0.0'));
    if (version === undefined) {
      refuse(socket, 400, `The protocol versions are ${versions.join(' and ')}.`);
      return;
    }
    if (!isAllowedOrigin(request, dependencies.config.CORS_ORIGINS)) {
      refuse(socket, 403, 'Pages of this origin may not connect.');
      return;
    }
    const address = addressOfIncoming(request, dependencies.config.TRUSTED_PROXIES);
    // Room to tell surplus clients why they can't join, but not without end.
    if (!places.hasRoomFor(address) && surplusCount >= Math.max(10, limits.connections / 10)) {
      refuse(socket, 503, 'Too many connected users.');
      return;
    }
    const apiKey = url.searchParams.get('apikey') ?? headersOfNode(request.headers).get('apikey');
    try {
      await identifyCaller(dependencies.verifier, apiKey, null);
    } catch (error) {
      if (!(error instanceof CallerRefused)) throw error;
      refuse(socket, 401, error.message);
      return;
    }
    if (isClosing) {
      refuse(socket, 503, 'The server is stopping.');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) =>
      connect(ws, request, { version, apiKey, address }),
    );
  }

  let isClosing = false;
  const sweep = () => {
    const now = dependencies.now().getTime();
    for (const connection of connections) connection.sweep(now);
  };
  const timer = setInterval(sweep, sweepMs);
  timer.unref();

  return {
    routes: buildBroadcastRoutes(services),
    handleUpgrade(request, socket, head) {
      // Without a listener, an error would end the process, also after a refusal.
      socket.on('error', () => socket.destroy());
      upgrade(request, socket, head).catch((error: unknown) => {
        dependencies.log.error('a realtime connection failed', { error });
        socket.destroy();
      });
    },
    followRows: (caller, followed, onChange) =>
      followRows(changes, dependencies.log, caller, followed, onChange),
    canFollowRows: () => changes.isAvailable(),
    sweep,
    get connectionCount() {
      return connections.size;
    },
    async close() {
      isClosing = true;
      clearInterval(timer);
      for (const connection of connections) connection.close();
      const { promise, resolve } = Promise.withResolvers<void>();
      // A client that doesn't answer the close is cut off.
      const deadline = Date.now() + closeMs;
      const poll = setInterval(() => {
        if (connections.size > 0 && Date.now() < deadline) return;
        for (const connection of connections) connection.terminate();
        clearInterval(poll);
        resolve();
      }, 10);
      await promise;
      await Promise.all([changes.close(), peers?.close()]);
    },
  };
}

/**
 * Returns whether pages of the request's origin may connect. WebSockets know no CORS, so the
 * server checks. Programs send no origin, and a page may always connect to its own host.
 */
function isAllowedOrigin(request: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || origins.includes('*') || origins.includes(origin)) return true;
  return URL.parse(origin)?.host === host;
}

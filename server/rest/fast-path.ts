import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { openly } from '#server/http/cors.ts';
import { logAnswer } from '#server/http/request-frame.ts';
import { headersOfNode } from '#server/http/request-headers.ts';
import type { Log } from '#server/log.ts';
import { mountPoint } from './app.ts';
import type { DataAnswer, DataInterface } from './exchange.ts';

/** What a URL parser would hand on unchanged; anything else it may read, and rewrite, itself. */
const plainTarget = /^\/rest\/v1((?:\/[\w-]+){1,2}(?:\?[!$%&(-;=?-~]*)?)$/;

/** Answers what is meant for it and says so; false: somebody else must. */
export type FastPath = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

export interface FastPathOptions {
  readonly log: Log;
  /** Bodies said to be longer are left to others, which refuse them. */
  readonly maxBodyBytes: number;
}

/**
 * The ordinary request to the data interface, read from Node and written to Node: the web's standard objects, a router and
 * its middlewares in between were a tenth of what the server spends on it. What is out of the ordinary in any way
 * (a preflight, a body of unknown or too great a length, an address that needs reading) goes the way of all
 * others, where a library knows how. Both ways answer alike, to the byte.
 */
export function openFastPath(
  answer: DataInterface,
  { log, maxBodyBytes }: FastPathOptions,
): FastPath {
  const isOrdinary = ({ method, headers }: IncomingMessage): boolean =>
    method !== 'OPTIONS' &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) <= maxBodyBytes;

  async function exchange(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    method: string,
    target: string,
  ): Promise<void> {
    const requestId = randomUUID();
    const answered = await answer({
      method,
      target,
      headers: headersOfNode(incoming.headers),
      // Node ends it at the length that was told.
      body: async () => Buffer.concat(await incoming.toArray()),
    });
    try {
      send(outgoing, answered, requestId);
    } catch (error) {
      log.error('an answer of /rest/v1 could not be sent', { requestId, error });
      outgoing.writeHead(500).end();
    }
    const path = mountPoint + pathOf(target);
    logAnswer(log, { requestId, method, path, status: outgoing.statusCode });
  }

  return (incoming, outgoing) => {
    const target = plainTarget.exec(incoming.url ?? '')?.[1];
    if (target === undefined || !isOrdinary(incoming)) return false;
    void exchange(incoming, outgoing, incoming.method ?? 'GET', target);
    return true;
  };
}

function pathOf(target: string): string {
  const question = target.indexOf('?');
  return question < 0 ? target : target.slice(0, question);
}

const everyAnswer = Object.entries(openly).flat();

function send(
  outgoing: ServerResponse,
  { status, headers, body }: DataAnswer,
  requestId: string,
): void {
  const list = [...headers.flat(), ...everyAnswer, 'x-request-id', requestId];
  if (body !== null) list.push('content-length', String(Buffer.byteLength(body)));
  outgoing.writeHead(status, list);
  outgoing.end(body);
}

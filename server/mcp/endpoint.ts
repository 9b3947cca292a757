import {
  type AuthInfo,
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isLegacyRequest,
  type JSONRPCRequest,
  type McpServer,
  readRequestBody,
  type ServerEvent,
} from '@modelcontextprotocol/server';
import { type Context, Hono } from 'hono';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { parseSmallJson } from '#server/http/json/parse-json.ts';
import { type InTime, LargeBodies, SlowBody } from '#server/http/body/large-bodies.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import type { Log } from '#server/log.ts';
import { type ChangeStream, ChangeStreams, limitUnread } from './change-streams.ts';

/** A request whose caller is known: its server, and the changes it may follow. */
export interface McpSession {
  readonly authInfo: AuthInfo;
  /** The key under which the caller shares the server with others. */
  readonly callerKey: string;
  /** Creates the server that answers the request. */
  createServer(): McpServer;
  /** The changes that the client may listen to; null if they can't be followed. */
  readonly changes: ChangeStream | null;
}

export interface EndpointOptions {
  /** Returns the session of a request, or the response that refuses it. */
  readonly openSession: (c: Context<HttpEnv>) => Promise<McpSession | Response>;
  readonly isAllowedOrigin: (origin: string) => boolean;
  readonly log: Log;
}

export interface McpEndpoint {
  readonly routes: Hono<HttpEnv>;
  /** Ends open streams. */
  close(): void;
}

/** A prompt has a million characters at most, which JSON may double. */
const maxBodyBytes = 8 * 1024 * 1024;

/**
 * Creates the endpoint of the Model Context Protocol. Both revisions are served at one address: each
 * request is answered by a server of its own, and nothing is kept between requests. Only streams of
 * changes stay open.
 */
export function createEndpoint({
  openSession,
  isAllowedOrigin,
  log,
}: EndpointOptions): McpEndpoint {
  const streams = new ChangeStreams();
  const largeBodies = new LargeBodies(maxBodyBytes);

  async function listen(c: Context<HttpEnv>, { changes }: McpSession): Promise<Response> {
    if (changes === null || !/text\/event-stream/i.test(c.req.header('accept') ?? '')) {
      return methodNotAllowed();
    }
    if (!streams.hasRoomFor(changes.callerKey)) {
      return respondError(429, -32000, 'Too many open streams.', { 'retry-after': '30' });
    }
    return streams.respond(changes);
  }

  async function serve(request: Request, session: McpSession, inTime: InTime): Promise<Response> {
    const read = await inTime(readRequestBody(request, maxBodyBytes));
    if (read.tooLarge) return respondError(413, -32000, 'The request is too large.');
    // The package walks a message several times: four hundred thousand values would take seconds.
    const body = await parseSmallJson(read.text);
    if (body === undefined) {
      return respondError(400, -32700, 'The request is not JSON, or has too many values.');
    }
    // Neither revision has batches. One of a hundred filled prompts would be 800 MB in memory.
    if (Array.isArray(body)) return respondError(400, -32600, 'Send one message, not a batch.');
    if (isInvalidInitialize(body) && (await isLegacyRequest(request, body))) {
      // The package would answer -32603. The later revision has no such method.
      const error = { code: -32602, message: 'Invalid params for initialize' };
      return Response.json({ jsonrpc: '2.0', id: body.id, error });
    }
    const { changes, authInfo } = session;
    let notify: (event: ServerEvent) => void = () => {};
    let stop = () => {};
    let isListening = false;
    const hasRoom = changes === null || streams.hasRoomFor(changes.callerKey);
    const listens = changes !== null && hasRoom && isListenRequest(body);
    const handler = createMcpHandler(() => session.createServer(), {
      bus: {
        publish: () => {},
        subscribe(listener) {
          notify = listener;
          isListening = true;
          return stop;
        },
      },
      maxSubscriptions: hasRoom ? 1 : 0,
      onerror: (error) => log.debug('a request to /mcp was refused', { error }),
    });
    if (listens) {
      // Followed before the client is told so, so that no change is missed.
      stop = await streams.open(
        changes,
        () => {
          notify({ kind: 'prompts_list_changed' });
          notify({ kind: 'resources_list_changed' });
        },
        () => void handler.close(),
      );
    }
    try {
      const response = await handler.fetch(request, {
        parsedBody: body,
        authInfo,
      });
      if (!isListening || response.body === null) return response;
      return new Response(limitUnread(response.body), response);
    } finally {
      if (!isListening) stop();
    }
  }

  const routes = new Hono<HttpEnv>().all('/', async (c) => {
    const origin = c.req.header('origin');
    if (origin !== undefined && !isAllowedOrigin(origin)) {
      return respondError(403, -32000, 'Pages of this origin may not connect.');
    }
    if (!['GET', 'POST', 'DELETE'].includes(c.req.method)) return methodNotAllowed();
    const session = await openSession(c);
    if (session instanceof Response) return session;
    if (c.req.method === 'GET') return listen(c, session);
    // There are no sessions to end.
    if (c.req.method !== 'POST') return methodNotAllowed();
    try {
      return await largeBodies.run(
        requestHeaders(c),
        () => session.callerKey,
        (inTime) => serve(c.req.raw, session, inTime),
      );
    } catch (error) {
      if (!(error instanceof SlowBody)) throw error;
      // The rest of it is not read.
      return respondError(408, -32000, 'The body takes too long to arrive.', {
        connection: 'close',
      });
    }
  });
  return { routes, close: () => streams.close() };
}

function isInvalidInitialize(body: unknown): body is JSONRPCRequest {
  return isJSONRPCRequest(body) && body.method === 'initialize' && !isInitializeRequest(body);
}

function isListenRequest(body: unknown): boolean {
  const isNamed = typeof body === 'object' && body !== null && 'method' in body;
  return isNamed && body.method === 'subscriptions/listen';
}

function methodNotAllowed(): Response {
  return respondError(405, -32000, 'Method not allowed.', { allow: 'POST' });
}

function respondError(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}

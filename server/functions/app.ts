import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Context, Hono } from 'hono';
import type { Config } from '#server/config.ts';
import { callerKey } from '#server/http/caller/caller-key.ts';
import {
  type AuthenticationError,
  type Caller,
  type CallerVerifier,
  type HttpEnv,
  isRefusal,
} from '#server/http/caller/caller.ts';
import type { Log } from '#server/log.ts';
import type { Secrets } from '#server/secrets.ts';
import { findFunction, type FunctionFile } from './find-function.ts';
import { functionsFolder } from './functions-folder.ts';
import { FunctionProcess, type ProcessLimits } from './function-process.ts';
import { FunctionRefused, refuse } from './refusals.ts';

export interface FunctionsDeps {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly verifier: CallerVerifier;
  readonly siteUrl: string;
  readonly log: Log;
}

/** The functions of an installation. */
export interface Functions {
  readonly routes: Hono<HttpEnv>;
  /** Whether the folder has a function of this name. */
  has(name: string): boolean;
  /** Stops the functions' processes; their open requests fail. */
  close(): Promise<void>;
}

const mountPoint = '/functions/v1';

/** Open requests that one caller, and all of them, may have. */
const maxOpenPerCaller = 20;
const maxOpen = 200;
const blockedMs = 10_000;

/** Stops scripts of an HTML or SVG response, which would run on the page's origin. */
const sandbox = "default-src 'none'; sandbox";

const nobody = { claims: null, apiKey: 'none' } as const;

/** Throws {@link FunctionRefused} unless a request carries a valid access token. */
function requireToken(request: Request, caller: Caller | AuthenticationError): void {
  if (!request.headers.has('authorization')) throw new FunctionRefused('noToken');
  if (isRefusal(caller) || caller.claims === null) throw new FunctionRefused('invalidToken');
}

/** Returns the variables that functions see: Supabase's own, and those of the folder's `.env`. */
function functionEnvironment(
  folder: string,
  { siteUrl, secrets }: FunctionsDeps,
): Record<string, string> {
  const file = join(folder, '.env');
  const own = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return {
    SUPABASE_URL: siteUrl,
    SUPABASE_ANON_KEY: secrets.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.secretKey,
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value ?? ''])),
  };
}

/** Counts the open requests of each caller. */
class OpenRequests {
  readonly #byCaller = new Map<string, number>();
  #all = 0;

  /** Returns a function that ends the request, or null if too many are open. */
  begin(caller: string): (() => void) | null {
    const own = this.#byCaller.get(caller) ?? 0;
    if (own >= maxOpenPerCaller || this.#all >= maxOpen) return null;
    this.#byCaller.set(caller, own + 1);
    this.#all += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.#byCaller.get(caller) ?? 1) - 1;
      if (left === 0) this.#byCaller.delete(caller);
      else this.#byCaller.set(caller, left);
      this.#all -= 1;
    };
  }
}

/**
 * Builds the service of the operator's functions, to be mounted at /functions/v1. Each file of the
 * folder is a function, which runs in a process of its own (docs/functions-api.md).
 */
export function buildFunctions(deps: FunctionsDeps): Functions {
  const { config, verifier, log } = deps;
  const folder = functionsFolder(config);
  const limits: ProcessLimits = {
    requestMs: config.FUNCTIONS_SECONDS * 1_000,
    memoryMb: config.FUNCTIONS_MEMORY_MB,
    blockedMs,
  };
  const processes = new Map<string, FunctionProcess>();
  const openRequests = new OpenRequests();

  /** Returns the process of a function's current file. An older one finishes its requests. */
  function processFor(file: FunctionFile): FunctionProcess {
    const current = processes.get(file.name);
    if (current?.hasEnded === false && current.file.changedAt === file.changedAt) return current;
    current?.retire();
    const started = new FunctionProcess(file, functionEnvironment(folder, deps), limits, log);
    processes.set(file.name, started);
    return started;
  }

  /** Calls the function that a request names. Throws {@link FunctionRefused}. */
  async function handle(c: Context<HttpEnv>): Promise<Response> {
    const { pathname, search } = new URL(c.req.url);
    const path = pathname.slice(mountPoint.length);
    const file = findFunction(folder, path.slice(1).split('/', 1)[0] ?? '');
    if (file === null) throw new FunctionRefused('notFound');
    const { raw } = c.req;
    // A `Request` can't have it.
    if (raw.method === 'TRACE') throw new FunctionRefused('method');
    if (/\bwebsocket\b/i.test(raw.headers.get('upgrade') ?? '')) {
      throw new FunctionRefused('webSocket');
    }
    const running = processFor(file);
    const caller = await verifier.identify(raw.headers);
    if (await running.ready) requireToken(raw, caller);
    // The client left while the function was loaded.
    if (raw.signal.aborted) throw new FunctionRefused('failed');
    const knownCaller = isRefusal(caller) ? nobody : caller;
    const clientAddress = c.get('clientAddress');
    const end = openRequests.begin(callerKey(knownCaller, () => clientAddress));
    if (end === null) throw new FunctionRefused('tooMany');
    const url = `${deps.siteUrl}${path}${search}`;
    const disconnect = () => c.env.outgoing?.destroy();
    try {
      const response = await running.call({ url, request: raw, clientAddress, disconnect }, end);
      response.headers.append('content-security-policy', sandbox);
      return response;
    } catch (error) {
      end();
      throw error;
    }
  }

  const routes = new Hono<HttpEnv>().all('/*', (c) =>
    handle(c).catch((error: unknown) => {
      if (error instanceof FunctionRefused) return refuse(error.refusal);
      throw error;
    }),
  );
  return {
    routes,
    has: (name) => findFunction(folder, name) !== null,
    async close() {
      await Promise.all([...processes.values()].map((each) => each.stop()));
    },
  };
}

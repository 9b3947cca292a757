import { Hono } from 'hono';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { isRefusal, type CallerVerifier, type HttpEnv } from '#server/http/caller.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import type { Log } from '#server/log.ts';
import { handleRequest } from './handle-request.ts';
import { createPreparer } from './prepare.ts';
import { fromCallerRefusal } from './respond/caller-error.ts';
import { respondError } from './respond/respond.ts';
import { refuse, RestError } from './rest-error.ts';
import { openSchemaStore } from './schema/schema-store.ts';

export interface RestParts {
  readonly database: Database;
  readonly config: Pick<Config, 'API_SCHEMAS' | 'MAX_ROWS' | 'MAX_EMBED_DEPTH'>;
  readonly verifier: CallerVerifier;
  readonly log: Log;
}

/** Who sends one meant to be somebody. */
const emptyBearer = /^bearer *$/i;

/** The data interface, mounted at /rest/v1: PostgREST's protocol over the exposed schemas. */
export function buildRest(parts: RestParts): Hono<HttpEnv> {
  const { database, config, verifier, log } = parts;
  const schemas = openSchemaStore(database, config.API_SCHEMAS, log);
  const preparer = createPreparer({
    maxRows: config.MAX_ROWS,
    maxEmbedDepth: config.MAX_EMBED_DEPTH,
  });
  const rest = new Hono<HttpEnv>();

  rest.all('*', async (c) => {
    const request = c.req.raw;
    try {
      const headers = requestHeaders(c);
      if (emptyBearer.test(headers.get('authorization') ?? '')) throw refuse.emptyToken();
      const caller = await verifier.identify(headers);
      if (isRefusal(caller)) throw fromCallerRefusal(caller);
      return await handleRequest(request, headers, caller, {
        runner: database.requests,
        schemas,
        preparer,
        exposed: config.API_SCHEMAS,
        log,
      });
    } catch (error) {
      const isHead = request.method === 'HEAD';
      if (error instanceof RestError) return respondError(error, isHead);
      log.error('a request to /rest/v1 failed', { error, method: request.method });
      return respondError(refuse.internal(), isHead);
    }
  });
  return rest;
}

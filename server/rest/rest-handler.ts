import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { ProgramVerifier } from '#server/http/caller/access-tokens.ts';
import { callerKey } from '#server/http/caller/caller-key.ts';
import { LargeBodies } from '#server/http/body/large-bodies.ts';
import { mebibytes } from '#server/http/request-middleware.ts';
import type { Log } from '#server/log.ts';
import type { RestHandler } from './rest-request.ts';
import { handleRequest } from './handle-request.ts';
import { createPreparer } from './prepare.ts';
import { fromCallerRefusal } from './respond/caller-error.ts';
import { withCompression } from './respond/compress-response.ts';
import { respondError } from './respond/respond.ts';
import { refuse, RestError } from './rest-error.ts';
import { openSchemaStore } from './schema/schema-store.ts';

export interface RestHandlerOptions {
  readonly database: Database;
  readonly config: Pick<Config, 'API_SCHEMAS' | 'MAX_ROWS' | 'MAX_EMBED_DEPTH' | 'MAX_BODY_MB'>;
  readonly programVerifier: ProgramVerifier;
  readonly log: Log;
}

/** An empty token is refused: the client meant to sign in, so it is not treated as anonymous. */
const emptyBearer = /^bearer *$/i;

/** Creates the handler for PostgREST's protocol over the exposed schemas. */
export function createRestHandler(options: RestHandlerOptions): RestHandler {
  const { database, config, programVerifier, log } = options;
  const pipeline = {
    runner: database.requests,
    schemas: openSchemaStore(database, config.API_SCHEMAS, log),
    preparer: createPreparer({
      maxRows: config.MAX_ROWS,
      maxEmbedDepth: config.MAX_EMBED_DEPTH,
    }),
    exposed: config.API_SCHEMAS,
    log,
  };
  const largeBodies = new LargeBodies(mebibytes(config.MAX_BODY_MB));

  return withCompression(async (request) => {
    const { method, headers } = request;
    try {
      if (emptyBearer.test(headers.get('authorization') ?? '')) {
        throw refuse.token('Empty JWT is sent in Authorization header');
      }
      const caller = await programVerifier.identify(headers, () => request.clientAddress());
      if ('kind' in caller) throw fromCallerRefusal(caller);
      const key = () => callerKey(caller, () => request.clientAddress());
      return await largeBodies.run(headers, key, (inTime) => {
        const timed = { ...request, body: () => inTime(request.body()) };
        return handleRequest(timed, caller, pipeline);
      });
    } catch (error) {
      const isHead = method === 'HEAD';
      if (error instanceof RestError) return respondError(error, isHead);
      log.error('a request to /rest/v1 failed', { error, method });
      return respondError(refuse.internal(), isHead);
    }
  });
}

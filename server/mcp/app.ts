import type { Context } from 'hono';
import * as v from 'valibot';
import { loopbackHosts } from '#contract/loopback-hosts.ts';
import { mcpPath } from '#contract/routes.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { ProgramVerifier } from '#server/http/caller/access-tokens.ts';
import type { Caller, HttpEnv } from '#server/http/caller/caller.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import { Library } from '#server/library/library.ts';
import type { Log } from '#server/log.ts';
import { authenticate } from './authenticate.ts';
import type { ChangeStream } from './change-streams.ts';
import { createLibraryServer, type ListChoice } from './create-server.ts';
import { createEndpoint, type McpEndpoint, type McpSession } from './endpoint.ts';
import { parsePromptSet } from './prompt-set.ts';

/** Follows rows of tables, which the realtime protocol does. */
export interface RowFollower {
  followRows(
    caller: Caller,
    followed: readonly { readonly table: string; readonly filter: string }[],
    onChange: () => void,
  ): Promise<() => void>;
  canFollowRows(): Promise<boolean>;
}

export interface McpDependencies {
  readonly config: Pick<Config, 'CORS_ORIGINS' | 'BRAND_NAME'>;
  readonly database: Pick<Database, 'requests'>;
  /** Accepts personal access tokens, and apps' tokens for this endpoint. */
  readonly mcpVerifier: ProgramVerifier;
  readonly log: Log;
  /** The public address of this installation. */
  readonly siteUrl: string;
}

/** Builds the Model Context Protocol over the library, to be mounted at /mcp. */
export function buildMcp(dependencies: McpDependencies, follower: RowFollower): McpEndpoint {
  const { config, database, mcpVerifier: verifier, log, siteUrl } = dependencies;
  const { origin } = new URL(siteUrl);
  let canFollow: boolean | null = null;

  async function openSession(c: Context<HttpEnv>): Promise<McpSession | Response> {
    const headers = requestHeaders(c);
    const clientAddress = () => c.get('clientAddress');
    const requestOrigin = new URL(c.req.url).origin;
    const clientOrigin = isSameMachine(requestOrigin, origin) ? requestOrigin : origin;
    const identify = () => authenticate({ verifier, clientOrigin }, headers, clientAddress);
    const found = await identify();
    if (found instanceof Response) return found;
    const choice = parseChoice(c);
    if (choice === null) {
      const message = 'list is favourites, group:ID, in:PATH or tag:NAME, and arguments is none.';
      return c.json({ jsonrpc: '2.0', error: { code: -32602, message }, id: null }, 400);
    }
    const { caller, authInfo } = found;
    const library = new Library(
      { runner: database.requests, log },
      { caller, clientAddress, path: mcpPath },
    );
    canFollow ??= await follower.canFollowRows();
    const server = { library, choice, origin, brand: config.BRAND_NAME, canFollow, log };
    const changes: ChangeStream = {
      callerKey: library.callerKey,
      follow: async (onChange) =>
        follower.followRows(caller, await followedRows(library), onChange),
      isStillAllowed: async () => !((await identify()) instanceof Response),
    };
    return {
      authInfo,
      callerKey: library.callerKey,
      createServer: () => createLibraryServer(server),
      changes: canFollow ? changes : null,
    };
  }

  return createEndpoint({
    openSession,
    isAllowedOrigin: (asking) => isAllowedOrigin(asking, origin, config.CORS_ORIGINS),
    log,
  });
}

/** Reads what the address chooses: `?list=group:…`, `?arguments=none`. */
function parseChoice(c: Context<HttpEnv>): ListChoice | null {
  const set = parsePromptSet(c.req.query('list') ?? null);
  const shown = c.req.query('arguments');
  if (set === null || (shown !== undefined && shown !== 'none')) return null;
  return { set, hasArguments: shown === undefined };
}

/** Returns the rows by which the lists of a person change. */
async function followedRows(library: Library) {
  const teams = await library.query(
    v.string(),
    'select to_json(id) from private.my_team_ids() as team (id)',
    [],
  );
  const own = `user_id=eq.${library.personId ?? ''}`;
  return [
    { table: 'favorites', filter: own },
    { table: 'prompts', filter: own },
    ...(teams.length === 0
      ? []
      : [{ table: 'prompts', filter: `team_id=in.(${teams.join(',')})` }]),
  ];
}

/**
 * Returns whether pages of an origin may connect. Programs send none. An installation for one
 * machine also serves pages of that machine, such as the inspector.
 */
function isAllowedOrigin(asking: string, own: string, listed: readonly string[]): boolean {
  return asking === own || listed.includes(asking) || isSameMachine(asking, own);
}

/** Returns whether both origins are names of the machine itself. */
function isSameMachine(one: string, other: string): boolean {
  return [one, other].every((origin) => loopbackHosts.includes(URL.parse(origin)?.hostname ?? ''));
}

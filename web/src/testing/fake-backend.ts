/** A request that the page sent to the backend. */
export interface BackendRequest {
  readonly method: string;
  /** Path below the origin, such as `/rest/v1/prompts`. */
  readonly path: string;
  readonly search: URLSearchParams;
  /** The parsed JSON body; null if there is none, and the type of a file. */
  readonly body: unknown;
}

type Respond = (request: BackendRequest) => Response | Promise<Response>;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly respond: Respond;
}

/** The uses of prompts that nothing includes and no label names. */
export const noUsage = {
  used_count: 0,
  prompt_count: 0,
  prompts: [],
  chain_count: 0,
  chains: [],
  steps: [],
  released_count: 0,
  released: [],
};

/**
 * By default, a prompt is used nowhere, has no files or labels, and is changed without proposals. The
 * person is in no team, has no prompts or groups, and nobody shares a prompt with them.
 */
const defaultRoutes: readonly Route[] = [
  { method: 'GET', path: '/rest/v1/team_members', respond: () => json([]) },
  { method: 'GET', path: '/rest/v1/readable_prompts', respond: () => json([]) },
  { method: 'GET', path: '/rest/v1/groups', respond: () => json([]) },
  { method: 'POST', path: '/rest/v1/rpc/my_tags', respond: () => json([]) },
  { method: 'GET', path: '/rest/v1/prompt_shares', respond: () => json([]) },
  { method: 'GET', path: '/rest/v1/prompt_labels', respond: () => json([]) },
  { method: 'GET', path: '/rest/v1/prompt_attachments', respond: () => json([]) },
  { method: 'GET', path: '/rest/v1/rpc/prompt_needs_proposal', respond: () => json(false) },
  {
    method: 'POST',
    path: '/rest/v1/prompt_uses',
    respond: () => json({ used_at: '2026-01-02T00:00:00+00:00', uses: 2 }, 201),
  },
  {
    method: 'POST',
    path: '/rest/v1/rpc/rights_to_prompts',
    respond: () => json({ own_ids: [], proposal_ids: [] }),
  },
  { method: 'GET', path: '/rest/v1/rpc/prompt_usage', respond: () => json(noUsage) },
];

const routes: Route[] = [];
const requests: BackendRequest[] = [];
const unexpected: string[] = [];

/** Answers the page's requests in component tests. A request without a route fails the test. */
export const backend = {
  /** Answers requests to a path; a later call for the same path replaces an earlier one. */
  on(method: string, path: string, respond: Respond): void {
    routes.unshift({ method, path, respond });
  },

  /** Returns what the page has sent to a path, in order. */
  sent(method: string, path: string): readonly BackendRequest[] {
    return requests.filter((request) => request.method === method && matches(path, request.path));
  },

  /** Returns requests that had no route, and forgets everything. */
  reset(): readonly string[] {
    routes.length = 0;
    requests.length = 0;
    return unexpected.splice(0);
  },
};

/** Answers as the REST API does. */
export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}

/** Answers with an error of PostgreSQL or PostgREST. */
export function refusal(status: number, code: string, message: string): Response {
  return json({ code, message, details: null, hint: null }, status);
}

/** Answers as the browser does when the server can't be reached. */
export function noConnection(): Promise<never> {
  return Promise.reject(new TypeError('Failed to fetch'));
}

/** A path may end in `*`, for ids that the page makes. */
function matches(path: string, requested: string): boolean {
  return path.endsWith('*') ? requested.startsWith(path.slice(0, -1)) : path === requested;
}

async function readRequest(input: RequestInfo | URL, init?: RequestInit): Promise<BackendRequest> {
  const request = new Request(input, init);
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  const type = request.headers.get('content-type') ?? '';
  return {
    method: request.method,
    path: pathname,
    search: searchParams,
    body: readBody(text, type),
  };
}

function readBody(text: string, type: string): unknown {
  if (type.startsWith('image/')) return type;
  return text === '' ? null : JSON.parse(text);
}

/** Replaces `fetch` for requests to the backend; the test runner's own requests pass. */
export function installFakeBackend(): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    if (!/^\/(?:rest|auth|storage)\/v1\//.test(url.pathname)) return send(input, init);
    const request = await readRequest(input, init);
    requests.push(request);
    const route = [...routes, ...defaultRoutes].find(
      ({ method, path }) => method === request.method && matches(path, request.path),
    );
    // A test may hold back one response, for all requests to its path.
    if (route) return (await route.respond(request)).clone();
    unexpected.push(`${request.method} ${request.path}`);
    return refusal(404, 'PGRST205', 'No such route');
  };
}

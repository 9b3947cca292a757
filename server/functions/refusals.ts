/** Errors of the function service, with the codes and texts of Supabase's edge runtime. */
const refusals = {
  notFound: [404, 'NOT_FOUND', 'Requested function was not found'],
  noToken: [401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header'],
  invalidToken: [401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT'],
  notStarted: [503, 'BOOT_ERROR', 'Function failed to start (please check logs)'],
  failed: [500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)'],
  limited: [
    546,
    'WORKER_LIMIT',
    'Function failed due to not having enough compute resources (please check logs)',
  ],
  tooSlow: [504, 'REQUEST_TIMEOUT', 'The function did not respond in time'],
  webSocket: [501, 'WEBSOCKETS_NOT_SUPPORTED', 'Functions are not called by WebSockets'],
  method: [405, 'METHOD_NOT_ALLOWED', 'Functions are not called with this method'],
  tooMany: [429, 'TOO_MANY_REQUESTS', 'Too many requests to functions are open'],
} as const;

export type Refusal = keyof typeof refusals;

/** A request that the function service refused, or a function that failed. */
export class FunctionRefused extends Error {
  override name = 'FunctionRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusals[refusal][2], options);
    this.refusal = refusal;
  }
}

/**
 * Returns the response. The client library tells the service's own errors, marked with
 * `x-relay-error`, from those of a function.
 */
export function refuse(refusal: Refusal): Response {
  const [status, code, message] = refusals[refusal];
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return new Response(JSON.stringify({ code, message }), {
    status,
    headers: refusal === 'failed' ? headers : { ...headers, 'x-relay-error': 'true' },
  });
}

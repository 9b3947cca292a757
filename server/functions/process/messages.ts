/** The header that carries a request's id to the process. The function doesn't see it. */
export const requestIdHeader = 'x-function-request-id';

/** The header of a response that says that the function threw, or returned no response. */
export const failedHeader = 'x-function-failed';

/** Messages from the server to a process. Requests and responses are HTTP, on a private socket. */
export type ToProcess =
  /** The client has gone, or the time is up. */
  { readonly type: 'abort'; readonly id: number } | { readonly type: 'ping' };

/** Messages from a process to the server. */
export type FromProcess =
  /** The function is loaded, and the process listens. */
  | { readonly type: 'ready'; readonly verifiesToken: boolean }
  /** `message` is for the log. */
  | { readonly type: 'error'; readonly message: string }
  /** `externalBytes`: memory outside the heap, such as that of buffers. */
  | { readonly type: 'pong'; readonly externalBytes: number };

/** The data of a worker at its start. */
export interface WorkerData {
  /** The path of the function's file. */
  readonly file: string;
}

type HeaderList = readonly (readonly [string, string])[];

/** A request as a function receives it. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderList;
  readonly body: ReadableStream | null;
}

/** Messages from the server to a worker. Bodies are transferred, and so streamed. */
export type ToWorker =
  | (SentRequest & { readonly type: 'request'; readonly id: number })
  /** The client has gone, or the time is up. */
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'ping' };

/** Messages from a worker to the server. */
export type FromWorker =
  | { readonly type: 'ready'; readonly verifiesToken: boolean }
  | {
      readonly type: 'response';
      readonly id: number;
      readonly status: number;
      readonly headers: HeaderList;
      readonly body: ReadableStream | null;
    }
  /** The function threw, or returned no response. */
  | { readonly type: 'error'; readonly id: number; readonly message: string }
  /** `externalBytes`: memory outside the heap, such as that of buffers. */
  | { readonly type: 'pong'; readonly externalBytes: number };

import type { RequestHeaders } from '#server/http/request-headers.ts';

/** A request to the REST API, independent of how it was received. */
export interface RestRequest {
  readonly method: string;
  /** Path and query as sent, without the mount point: `/prompts?select=id`. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** Returns the network address of the client. */
  clientAddress(): string;
  /** Reads the body. Rejects if the client disconnects before its end. */
  body(): Promise<Uint8Array>;
}

/** A response of the REST API. */
export interface RestResponse {
  readonly status: number;
  /** Names are in lower case. A name may occur several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null if no body is sent. */
  readonly body: Uint8Array<ArrayBuffer> | string | null;
}

/** Answers every request; never rejects. */
export type RestHandler = (request: RestRequest) => Promise<RestResponse>;

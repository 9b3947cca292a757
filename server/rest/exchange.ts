import type { RequestHeaders } from '#server/http/request-headers.ts';

/** A request to the data interface, whoever read it from the wire. */
export interface DataRequest {
  readonly method: string;
  /** Path and query as sent, from the mount point on: `/prompts?select=id`. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** Reads the body; rejects when the client went away before its end. */
  body(): Promise<Uint8Array>;
}

/** What the data interface answers. */
export interface DataAnswer {
  readonly status: number;
  /** Names in lower case; one may occur several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** null: none is sent. */
  readonly body: Uint8Array<ArrayBuffer> | string | null;
}

/** Answers every request; never rejects. */
export type DataInterface = (request: DataRequest) => Promise<DataAnswer>;

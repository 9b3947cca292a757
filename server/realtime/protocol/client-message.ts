/** Content of a broadcast. A client of version 1.0.0 can't receive bytes. */
export type BroadcastPayload =
  | { readonly kind: 'json'; readonly json: string }
  /** A whole message: Flutter's client has its content beside the event, not in `payload`. */
  | { readonly kind: 'message'; readonly json: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer };

/** A broadcast that a client sent as a binary frame. */
interface BroadcastPush {
  readonly event: string;
  readonly payload: BroadcastPayload;
  readonly metadata: unknown;
}

/** A reference of a client, which gets it back as it sent it: text from most, a number from some. */
export type Ref = string | number | null;

/** A message from a client. `broadcast` is set if it came as a binary frame, else `payload` is. */
export interface ClientMessage {
  readonly joinRef: Ref;
  readonly ref: Ref;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
  readonly broadcast: BroadcastPush | null;
}

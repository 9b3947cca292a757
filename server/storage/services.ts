import type { Context } from 'hono';
import type { CallerTurns } from '#server/caller-turns.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { CallerVerifier, HttpEnv } from '#server/http/caller/caller.ts';
import type { LargeBodies } from '#server/http/body/large-bodies.ts';
import type { Log } from '#server/log.ts';
import type { ImageRenderer } from './images/render-image.ts';
import type { ByteStore } from './bytes/byte-store.ts';
import type { ObjectRows } from './object-rows.ts';
import type { UrlTokens } from './url-tokens.ts';

/** Dependencies of the storage API. */
export interface StorageDeps {
  readonly config: Config;
  readonly database: Database;
  readonly verifier: CallerVerifier;
  /** Derives secrets for a purpose, the signing key's first. */
  readonly keys: { derive(purpose: string): readonly Buffer[] };
  readonly byteStore: ByteStore;
  /** The public address of this installation. */
  readonly siteUrl: string;
  readonly log: Log;
  readonly now: () => Date;
}

/** Services that every upload needs. */
export interface UploadServices extends StorageDeps {
  readonly rows: ObjectRows;
  readonly urlTokens: UrlTokens;
  /** Removes bytes that no object names any more, soon after the response. */
  readonly removeBytesSoon: () => void;
}

/** Services that every endpoint receives. */
export interface StorageServices extends UploadServices {
  readonly images: ImageRenderer;
  readonly uploadTurns: CallerTurns;
  /** Turns of large JSON bodies. */
  readonly largeBodies: LargeBodies;
  /** Serves a request of a resumable upload. */
  readonly resumableUploads: (context: StorageContext) => Promise<Response>;
}

export type StorageContext = Context<HttpEnv>;

/** One endpoint: methods, a path below /storage/v1, and its handler. GET serves HEAD too. */
export interface StorageRoute {
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS')[];
  readonly path: string;
  readonly handle: (
    context: StorageContext,
    services: StorageServices,
  ) => Response | Promise<Response>;
}

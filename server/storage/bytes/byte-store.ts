import type { Readable } from 'node:stream';

/** The part of an object to read; `end` is included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stored bytes, as a sweep sees them. */
interface StoredVersion {
  readonly version: string;
  readonly modifiedAt: Date;
}

/**
 * Bytes by version. A version is written once and never changes, so a reader never sees a half
 * written one, and two writers of one object never mix. Names of objects are not part of a path.
 */
export interface ByteStore {
  /** Stores all bytes of `source` or, if it throws, nothing. */
  write(version: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** Stores the bytes of a local file, which stays. */
  writeFile(version: string, path: string): Promise<void>;
  /** Opens a version; null if it doesn't exist. */
  read(version: string, range: ByteRange | null): Promise<Readable | null>;
  copy(from: string, to: string): Promise<boolean>;
  /** Removes versions. One that doesn't exist is no error. */
  remove(versions: readonly string[]): Promise<void>;
  /** Lists all versions, in pages. */
  list(): AsyncIterable<readonly StoredVersion[]>;
  /** Removes what writes left behind that never ended before `before`. */
  removeUnfinished(before: Date): Promise<void>;
}

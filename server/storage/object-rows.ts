import * as v from 'valibot';
import {
  DatabaseRefusal,
  type RequestRunner,
  type ResultSet,
  type TransactionSettings,
} from '#server/db/database.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import { callerKey } from '#server/http/caller/caller-key.ts';
import { addressSubject } from '#server/http/caller/client-address.ts';
import { jsonObject } from '#server/http/json/json-object.ts';
import { isUuid } from '#contract/uuid.ts';
import type { ObjectName } from './names.ts';
import { serviceCaller } from './service-caller.ts';
import { StorageError } from './storage-error.ts';

/** An object's metadata, as the protocol returns it. */
const byteMetadata = v.looseObject({
  eTag: v.optional(v.string(), ''),
  size: v.optional(v.number(), 0),
  mimetype: v.optional(v.string(), 'application/octet-stream'),
  cacheControl: v.optional(v.string(), 'no-cache'),
  contentEncoding: v.optional(v.string()),
  xRobotsTag: v.optional(v.string()),
  lastModified: v.optional(v.string()),
});
export type ByteMetadata = v.InferOutput<typeof byteMetadata>;

const objectRow = v.object({
  id: v.string(),
  name: v.string(),
  bucket_id: v.string(),
  owner: v.nullable(v.string()),
  owner_id: v.nullable(v.string()),
  version: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  last_accessed_at: v.nullable(v.string()),
  metadata: v.pipe(
    v.nullable(byteMetadata),
    v.transform((metadata) => metadata ?? v.parse(byteMetadata, {})),
  ),
  user_metadata: v.nullable(jsonObject),
});
export type ObjectRow = v.InferOutput<typeof objectRow>;

/** An object to delete; with a version, only if that is the current one. */
export interface RemoveEntry {
  readonly path: string;
  readonly versionId?: string | undefined;
}

const bucketLimits = v.object({
  id: v.string(),
  public: v.boolean(),
  file_size_limit: v.nullable(v.number()),
  allowed_mime_types: v.nullable(v.array(v.string())),
});
export type BucketLimits = v.InferOutput<typeof bucketLimits>;

/** The values that an upload writes to the row of its object. */
export interface NewObject extends ObjectName {
  readonly id: string;
  readonly version: string;
  readonly owner: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly userMetadata: Readonly<Record<string, unknown>> | null;
}

/** How a write treats an object of the same name: refuses it, replaces it, or needs it. */
export type WriteMode = 'insert' | 'upsert' | 'update';

/** Returns SQL of a time as the protocol writes it. */
export function timeSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** SQL of an object's row `o` as JSON. */
const objectSql = `json_build_object('id', o.id, 'name', o.name, 'bucket_id', o.bucket_id,
  'owner', o.owner, 'owner_id', o.owner_id, 'version', o.version,
  'created_at', ${timeSql('o.created_at')}, 'updated_at', ${timeSql('o.updated_at')},
  'last_accessed_at', ${timeSql('o.last_accessed_at')},
  'metadata', o.metadata, 'user_metadata', o.user_metadata)`;

const newValues = `$1::uuid, $2, $3, $4::uuid, $5, $6, $7::jsonb, $8::jsonb`;
const insertSql = `insert into storage.objects as o
  (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata) values (${newValues})`;
const writeSql: Readonly<Record<WriteMode, string>> = {
  // Without RETURNING, which would need the right to read the object.
  insert: insertSql,
  upsert: `${insertSql} on conflict (bucket_id, name) do update set owner = excluded.owner,
    owner_id = excluded.owner_id, version = excluded.version, metadata = excluded.metadata,
    user_metadata = excluded.user_metadata returning o.id::text`,
  update: `update storage.objects o set owner = n.owner, owner_id = n.owner_id,
    version = n.version, metadata = n.metadata, user_metadata = n.user_metadata
    from (values (${newValues})) n (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    where o.bucket_id = n.bucket_id and o.name = n.name returning o.id::text`,
};

function writeValues(row: NewObject): unknown[] {
  const ownerUuid = row.owner !== null && isUuid(row.owner) ? row.owner : null;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return [
    row.id,
    row.bucket,
    row.name,
    ownerUuid,
    row.owner,
    row.version,
    json(row.metadata),
    json(row.userMetadata),
  ];
}

const statementTimeoutMs = 10_000;
const searchPath = ['storage', 'public', 'extensions'];

/** Translates an error of PostgreSQL, if the protocol has one for it. */
function translate(error: unknown): unknown {
  if (!(error instanceof DatabaseRefusal)) return error;
  const { code, message, constraint } = error.refusal;
  const options = { cause: error };
  // A function or trigger may name a status, as in PostgREST: PT413.
  const status = /^PT(4\d\d)$/.exec(code)?.[1];
  if (status !== undefined) {
    return new StorageError('InvalidRequest', message, { ...options, status: Number(status) });
  }
  switch (code) {
    case '42501':
      return new StorageError(
        'AccessDenied',
        message.replace(/^(new row violates row-level security policy).*/, '$1'),
        options,
      );
    case '23505':
      return new StorageError('ResourceAlreadyExists', undefined, options);
    case '23503':
      // A trigger's row may refer to what was deleted during the upload, such as the prompt.
      return new StorageError(
        constraint === 'objects_bucketId_fkey' ? 'NoSuchBucket' : 'AccessDenied',
        undefined,
        options,
      );
    // JSON that PostgreSQL doesn't take, such as half of a surrogate pair.
    case '22P02':
    case '22P05':
      return new StorageError('InvalidRequest', undefined, options);
    case 'P0001':
    case '23514':
      return new StorageError('InvalidRequest', message, options);
    case '57014':
      return new StorageError('DatabaseTimeout', undefined, options);
    default:
      return error;
  }
}

/** Reads and writes rows of the storage schema with the rights of a caller. */
export class ObjectRows {
  readonly #runner: RequestRunner;
  readonly #clientAddress: () => string;

  /** The address stands for callers that are nobody, when connections are short. */
  constructor(runner: RequestRunner, clientAddress: () => string) {
    this.#runner = runner;
    this.#clientAddress = clientAddress;
  }

  /** Runs a statement as the caller. Throws the protocol's errors. */
  async query(
    caller: Caller,
    text: string,
    values: readonly unknown[],
    { readOnly = false, rollback = false } = {},
  ): Promise<ResultSet> {
    const settings: TransactionSettings = {
      role: caller.role,
      claims: caller.claimsJson,
      method: readOnly ? 'GET' : 'POST',
      path: '/storage/v1',
      headers: '{}',
      searchPath,
      readOnly,
      statementTimeoutMs,
      // Reads on behalf of a person count towards their share, not the operator's.
      caller:
        caller === serviceCaller
          ? addressSubject(this.#clientAddress())
          : callerKey(caller, this.#clientAddress),
      cost: 'variable',
    };
    try {
      const statement = { text, values };
      return rollback
        ? await this.#runner.runRolledBack(settings, statement)
        : await this.#runner.run(settings, statement);
    } catch (error) {
      throw translate(error);
    }
  }

  /** Runs a statement whose rows are one JSON column, and parses them. */
  async queryJson<Schema extends v.GenericSchema>(
    schema: Schema,
    caller: Caller,
    text: string,
    values: readonly unknown[],
    options: { readOnly?: boolean } = {},
  ): Promise<v.InferOutput<Schema>[]> {
    const { rows } = await this.query(caller, text, values, options);
    return rows.map(([json]) => v.parse(schema, JSON.parse(json ?? 'null')));
  }

  /** Returns a bucket's limits. Throws if the caller may not see the bucket or it doesn't exist. */
  async bucket(caller: Caller, id: string): Promise<BucketLimits> {
    const text = `select json_build_object('id', id, 'public', coalesce(public, false),
      'file_size_limit', file_size_limit, 'allowed_mime_types', allowed_mime_types)
      from storage.buckets where id = $1`;
    const [bucket] = await this.queryJson(bucketLimits, caller, text, [id], { readOnly: true });
    if (bucket === undefined) throw new StorageError('NoSuchBucket');
    return bucket;
  }

  /** Returns an object that the caller may see, or null. */
  async find(caller: Caller, { bucket, name }: ObjectName): Promise<ObjectRow | null> {
    const text = `select ${objectSql} from storage.objects o
      where o.bucket_id = $1 and o.name = $2`;
    const [row] = await this.queryJson(objectRow, caller, text, [bucket, name], { readOnly: true });
    return row ?? null;
  }

  async get(caller: Caller, object: ObjectName): Promise<ObjectRow> {
    const row = await this.find(caller, object);
    if (row === null) throw new StorageError('NoSuchKey');
    return row;
  }

  /** Writes a row and returns its id. */
  async write(caller: Caller, mode: WriteMode, row: NewObject): Promise<string> {
    const { rows } = await this.query(caller, writeSql[mode], writeValues(row));
    return this.#writtenId(mode, row, rows[0]?.[0]);
  }

  /** Throws what {@link write} would throw now, and writes nothing. */
  async testWrite(caller: Caller, mode: WriteMode, row: NewObject): Promise<void> {
    const { rows } = await this.query(caller, writeSql[mode], writeValues(row), { rollback: true });
    this.#writtenId(mode, row, rows[0]?.[0]);
  }

  #writtenId(mode: WriteMode, row: NewObject, returned: string | null | undefined): string {
    if (mode === 'insert') return row.id;
    if (returned == null) throw new StorageError('NoSuchKey');
    return returned;
  }

  /**
   * Deletes objects and returns their rows. Those that the caller may not delete stay, and those
   * of which only other versions are named.
   */
  remove(caller: Caller, bucket: string, entries: readonly RemoveEntry[]): Promise<ObjectRow[]> {
    const text = `delete from storage.objects o
      using jsonb_to_recordset($2::jsonb) as entry (path text, "versionId" text)
      where o.bucket_id = $1 and o.name = entry.path
        and (entry."versionId" is null or entry."versionId" = o.version)
      returning ${objectSql}`;
    return this.queryJson(objectRow, caller, text, [bucket, JSON.stringify(entries)]);
  }

  /** Renames an object and returns its row. Its bytes stay where they are. */
  async move(
    caller: Caller,
    from: ObjectName,
    to: ObjectName,
    version?: string,
  ): Promise<ObjectRow> {
    const text = `update storage.objects o set bucket_id = $3, name = $4
      where o.bucket_id = $1 and o.name = $2 and ($5::text is null or o.version = $5)
      returning ${objectSql}`;
    const values = [from.bucket, from.name, to.bucket, to.name, version ?? null];
    const [row] = await this.queryJson(objectRow, caller, text, values);
    if (row === undefined) throw new StorageError('NoSuchKey');
    return row;
  }
}

import * as v from 'valibot';
import { boundedArray } from '#server/http/bounded-array.ts';
import { checkBucketName } from '#server/storage/names.ts';
import { bucketInPath } from '#server/storage/object-path.ts';
import { timeSql } from '#server/storage/object-rows.ts';
import { readJson, storableText } from '#server/storage/read-json.ts';
import { requireCaller } from '#server/storage/require-caller.ts';
import { serviceCaller } from '#server/storage/service-caller.ts';
import { StorageError } from '#server/storage/storage-error.ts';
import type { StorageRoute, StorageServices } from '#server/storage/services.ts';
import { normalizeMimeTypes } from '#server/storage/upload/mime-type.ts';
import { largestObject } from '#server/storage/upload/store-upload.ts';

const bucketSql = `json_build_object('id', b.id, 'name', b.name, 'owner', coalesce(b.owner_id, ''),
  'public', coalesce(b.public, false), 'file_size_limit', b.file_size_limit,
  'allowed_mime_types', b.allowed_mime_types,
  'created_at', ${timeSql('b.created_at')}, 'updated_at', ${timeSql('b.updated_at')})`;

const bucket = v.record(v.string(), v.unknown());

const units: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** Parses a size such as `20MB`. */
function bytesIn(text: string): number | null {
  const [, number, unit = 'b'] = /^(\d+(?:\.\d+)?)\s*(gb|mb|kb|b)?$/i.exec(text) ?? [];
  const factor = units[unit.toLowerCase()];
  return number === undefined || factor === undefined ? null : Math.floor(Number(number) * factor);
}

const sizeLimit = v.nullish(
  v.pipe(
    v.union([v.number(), v.string()]),
    v.transform((value) => (typeof value === 'number' ? value : bytesIn(value))),
    v.number('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B'),
    v.safeInteger(),
    v.minValue(0),
  ),
);

const maxMimeTypes = 1_000;

const limits = {
  public: v.optional(v.boolean()),
  file_size_limit: sizeLimit,
  allowed_mime_types: v.nullish(
    v.pipe(
      boundedArray(storableText, maxMimeTypes),
      v.transform((types) => normalizeMimeTypes(types)),
    ),
  ),
  type: v.optional(v.literal('STANDARD', 'only standard buckets are offered')),
  versioning_status: v.optional(v.literal('DISABLED', 'object versions are not kept')),
};

/** Refuses a limit above that of the installation, which no object could reach. */
function checkSizeLimit(size: number | null | undefined, services: StorageServices): void {
  if ((size ?? 0) > largestObject(services)) throw new StorageError('EntityTooLarge');
}

const createRequest = v.object({ id: v.optional(storableText), name: storableText, ...limits });

const create: StorageRoute = {
  methods: ['POST'],
  path: '/bucket',
  handle: async (c, services) => {
    const caller = await requireCaller(c, services);
    const request = await readJson(c, services, caller, createRequest);
    checkSizeLimit(request.file_size_limit, services);
    const name = checkBucketName(request.name);
    const id = checkBucketName(request.id ?? name);
    await services.rows.query(
      caller,
      `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
       values ($1, $2, (select auth.uid()), $3, $4, $5, $6::text[])`,
      [
        id,
        name,
        caller.claims?.sub ?? null,
        request.public ?? false,
        request.file_size_limit ?? null,
        request.allowed_mime_types ?? null,
      ],
    );
    return c.json({ name: id });
  },
};

const get: StorageRoute = {
  methods: ['GET'],
  path: '/bucket/:bucket',
  handle: async (c, services) => {
    const caller = await requireCaller(c, services);
    const text = `select ${bucketSql} from storage.buckets b where b.id = $1`;
    const values = [bucketInPath(c, 1)];
    const [found] = await services.rows.queryJson(bucket, caller, text, values, { readOnly: true });
    if (found === undefined) throw new StorageError('NoSuchBucket');
    return c.json(found);
  },
};

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'));
const listQuery = v.object({
  limit: v.optional(v.pipe(wholeNumber, v.regex(/[1-9]/, 'must be >= 1'))),
  offset: v.optional(wholeNumber),
  sortColumn: v.optional(v.picklist(['id', 'name', 'created_at', 'updated_at']), 'id'),
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'asc'),
  search: v.optional(storableText),
});

const list: StorageRoute = {
  methods: ['GET'],
  path: '/bucket',
  handle: async (c, services) => {
    const caller = await requireCaller(c, services);
    const query = v.safeParse(listQuery, c.req.query());
    if (!query.success) {
      const [issue] = query.issues;
      throw new StorageError(
        'InvalidRequest',
        `querystring/${v.getDotPath(issue)}: ${issue.message}`,
      );
    }
    const { limit, offset, sortColumn, sortOrder, search } = query.output;
    const text = `select ${bucketSql} from storage.buckets b
      where $3::text is null or position(lower($3) in lower(b.name)) > 0
      order by b.${sortColumn} ${sortOrder}, b.id limit $1 offset $2`;
    const values = [limit ?? null, offset ?? null, search ?? null];
    const found = await services.rows.queryJson(bucket, caller, text, values, { readOnly: true });
    return c.json(found.map((row) => ({ ...row, type: 'STANDARD' })));
  },
};

const updateRequest = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((body) => Object.keys(body).length > 0, 'must not be empty'),
  v.object(limits),
);

const update: StorageRoute = {
  methods: ['PUT'],
  path: '/bucket/:bucket',
  handle: async (c, services) => {
    const caller = await requireCaller(c, services);
    const id = bucketInPath(c, 1);
    const request = await readJson(c, services, caller, updateRequest);
    checkSizeLimit(request.file_size_limit, services);
    const { rowCount } = await services.rows.query(
      caller,
      `update storage.buckets set public = coalesce($2, public), updated_at = now(),
         file_size_limit = case when $3 then $4::bigint else file_size_limit end,
         allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end
       where id = $1`,
      [
        id,
        request.public ?? null,
        request.file_size_limit !== undefined,
        request.file_size_limit ?? null,
        request.allowed_mime_types !== undefined,
        request.allowed_mime_types ?? null,
      ],
    );
    if (rowCount === 0) throw new StorageError('NoSuchBucket');
    return c.json({ message: 'Successfully updated' });
  },
};

const empty: StorageRoute = {
  methods: ['POST'],
  path: '/bucket/:bucket/empty',
  handle: async (c, services) => {
    const { rows } = services;
    const caller = await requireCaller(c, services);
    // For others, policies would keep objects of a bucket that seems emptied.
    if (caller.role !== 'service_role') {
      throw new StorageError('AccessDenied', 'Access denied: Invalid role');
    }
    const { id } = await rows.bucket(caller, bucketInPath(c, 1));
    await rows.query(caller, 'delete from storage.objects where bucket_id = $1', [id]);
    services.removeBytesSoon();
    const message = 'Empty bucket has been queued. Completion may take up to an hour.';
    return c.json({ message });
  },
};

const remove: StorageRoute = {
  methods: ['DELETE'],
  path: '/bucket/:bucket',
  handle: async (c, services) => {
    const { rows } = services;
    const caller = await requireCaller(c, services);
    const { id } = await rows.bucket(caller, bucketInPath(c, 1));
    const objects = await rows.query(
      serviceCaller,
      'select 1 from storage.objects where bucket_id = $1 limit 1',
      [id],
      { readOnly: true },
    );
    if (objects.rowCount > 0) throw new StorageError('ResourceNotEmpty');
    const { rowCount } = await rows.query(caller, 'delete from storage.buckets where id = $1', [
      id,
    ]);
    if (rowCount === 0) throw new StorageError('AccessDenied');
    return c.json({ message: 'Successfully deleted' });
  },
};

export const bucketRoutes: readonly StorageRoute[] = [create, list, get, update, empty, remove];

import * as v from 'valibot';
import { maxNameBytes, normalizeName } from '#server/storage/names.ts';
import { bucketInPath } from '#server/storage/object-path.ts';
import { timeSql } from '#server/storage/object-rows.ts';
import { integer, readJson, storableText } from '#server/storage/read-json.ts';
import { requireCaller } from '#server/storage/require-caller.ts';
import { StorageError } from '#server/storage/storage-error.ts';
import type { StorageRoute } from '#server/storage/services.ts';

const maxLimit = 1000;
const order = v.optional(v.picklist(['asc', 'desc']), 'asc');
const onlyCurrent = v.optional(v.picklist(['exclude'], 'object versions are not kept'));
const ofVersions = {
  noncurrentVersions: onlyCurrent,
  deleteMarkers: onlyCurrent,
};
const columns = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const;

const entry = v.record(v.string(), v.unknown());

const timesSql = `'updated_at', ${timeSql('updated_at')}, 'created_at', ${timeSql('created_at')},
  'last_accessed_at', ${timeSql('last_accessed_at')}`;

const partOfName = v.pipe(storableText, v.maxLength(maxNameBytes));

const listRequest = v.object({
  prefix: v.optional(partOfName, ''),
  limit: v.optional(v.pipe(integer, v.minValue(1)), 100),
  offset: v.optional(v.pipe(integer, v.minValue(0)), 0),
  search: v.nullish(partOfName, ''),
  sortBy: v.optional(v.object({ column: v.optional(v.picklist(columns), 'name'), order }), {}),
  exactMatch: v.optional(v.boolean(), false),
  ...ofVersions,
});

/**
 * Lists the files and folders of one folder, whatever the case of the letters. A search may name
 * folders below it, and an exact match only the object of that name.
 */
const list: StorageRoute = {
  methods: ['POST'],
  path: '/object/list/:bucket',
  handle: async (c, services) => {
    const caller = await requireCaller(c, services);
    const bucket = bucketInPath(c, 2);
    const request = await readJson(c, services, caller, listRequest);
    const { prefix, limit, offset, exactMatch } = request;
    const { column, order } = request.sortBy;
    // By time, folders come first: they have none.
    const first =
      column === 'name'
        ? `lower(case when id is null then name || '/' else name end) collate "C"`
        : `(id is null) desc, ${column}`;
    const parent = exactMatch ? prefix.slice(0, prefix.lastIndexOf('/') + 1) : prefix;
    const folder = parent === '' || parent.endsWith('/') ? parent : `${parent}/`;
    const search = exactMatch ? prefix.slice(parent.length) : request.search;
    const isWanted = exactMatch
      ? 'o.name = $2 || $3'
      : 'starts_with(lower(o.name), lower($2 || $3)) and o.name <> $2';
    // The folders that a search names are a part of the names that it finds.
    const text = `
      with found as (
        select o.*, substr(o.name, length($2) + 1) as rest,
          length(regexp_replace($3, '[^/]*$', '')) as searched
        from storage.objects o where o.bucket_id = $1 and ${isWanted}
      ), inside as (
        select *, strpos(substr(rest, searched + 1), '/') as slash from found
      ), entries as (
        select left(rest, searched + slash - 1) as name, null::uuid as id, null::timestamptz as updated_at,
          null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
        from inside where slash > 0 group by 1
        union all
        select rest, id, updated_at, created_at, last_accessed_at, metadata
        from inside where slash = 0
      )
      select json_build_object('name', name, 'id', id, ${timesSql}, 'metadata', metadata) from entries
      order by ${first} ${order}, name collate "C" ${order} limit $4 offset $5`;
    const values = [bucket, normalizeName(folder), normalizeName(search), limit, offset];
    return c.json(await services.rows.queryJson(entry, caller, text, values, { readOnly: true }));
  },
};

const listV2Request = v.object({
  prefix: v.optional(partOfName, ''),
  limit: v.optional(v.pipe(integer, v.minValue(1)), maxLimit),
  cursor: v.optional(v.string()),
  with_delimiter: v.optional(v.boolean(), false),
  exactMatch: v.optional(v.boolean(), false),
  sortBy: v.optional(
    v.object({ column: v.picklist(['name', 'updated_at', 'created_at']), order }),
    { column: 'name' },
  ),
  ...ofVersions,
});

/** The place after which the next page begins. */
const cursor = v.tuple([
  v.picklist(['name', 'updated_at', 'created_at']),
  v.picklist(['asc', 'desc']),
  v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  storableText,
]);
type Cursor = v.InferOutput<typeof cursor>;

function parseCursor(
  text: string | undefined,
  { column, order }: { column: Cursor[0]; order: Cursor[1] },
): Cursor | null {
  if (text === undefined || text === '') return null;
  const json = Buffer.from(text, 'base64url').toString('utf8');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), cursor), json);
  if (!parsed.success || parsed.output[0] !== column || parsed.output[1] !== order) {
    throw new StorageError('InvalidRequest', 'The cursor does not belong to this list');
  }
  return parsed.output;
}

const row = v.object({
  at: v.nullable(v.string()),
  isFolder: v.boolean(),
  entry: v.looseObject({ name: v.string() }),
});

/** Lists objects by prefix, page by page. With a delimiter, deeper ones appear as folders. */
const listV2: StorageRoute = {
  methods: ['POST'],
  path: '/object/list-v2/:bucket',
  handle: async (c, services) => {
    const caller = await requireCaller(c, services);
    const bucket = bucketInPath(c, 2);
    const request = await readJson(c, services, caller, listV2Request);
    const { column, order } = request.sortBy;
    const after = parseCursor(request.cursor, { column, order });
    const limit = Math.min(request.limit, maxLimit);
    const byName = column === 'name';
    const position = byName ? 'name' : '(at, name)';
    const cursorSql = byName ? '$6::text' : '($5::timestamptz, $6::text)';
    const isWanted = request.exactMatch
      ? 'o.name = $2'
      : 'starts_with(o.name, $2) and o.name collate "C" >= $2';
    // A folder is as old as its oldest object, whatever the order.
    const text = `
      with inside as (
        select o.*, case when $3 then strpos(substr(o.name, length($2) + 1), '/') else 0 end as slash
        from storage.objects o
        where o.bucket_id = $1 and ${isWanted}
      ), entries as (
        select left(name, length($2) + slash) collate "C" as name, date_trunc('milliseconds', min(created_at)) as at, null::uuid as id,
          null::timestamptz as updated_at, null::timestamptz as created_at,
          null::timestamptz as last_accessed_at, null::jsonb as metadata
        from inside where slash > 0 group by 1
        union all
        select name collate "C", ${byName ? 'null' : `date_trunc('milliseconds', ${column})`}, id, updated_at, created_at, last_accessed_at, metadata
        from inside where slash = 0
      )
      select json_build_object('isFolder', id is null,
        'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'entry', case when id is null
          then json_build_object('key', rtrim(name, '/'), 'name', name)
          else json_build_object('key', name, 'name', name, 'id', id, ${timesSql}, 'metadata', metadata) end)
      from entries
      where $6::text is null or ($5::timestamptz is null and not ${byName}) or ${position} ${order === 'asc' ? '>' : '<'} ${cursorSql}
      order by ${byName ? `name ${order}` : `at ${order}, name ${order}`} limit $4`;
    const values = [
      bucket,
      normalizeName(request.prefix),
      request.with_delimiter,
      limit + 1,
      after?.[2] ?? null,
      after?.[3] ?? null,
    ];
    const found = await services.rows.queryJson(row, caller, text, values, { readOnly: true });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const hasNext = found.length > limit;
    const next: Cursor | null =
      hasNext && last !== undefined
        ? [column, order, byName ? null : last.at, last.entry.name]
        : null;
    return c.json({
      hasNext,
      ...(next === null
        ? {}
        : { nextCursor: Buffer.from(JSON.stringify(next)).toString('base64url') }),
      folders: page.filter(({ isFolder }) => isFolder).map(({ entry }) => entry),
      objects: page.filter(({ isFolder }) => !isFolder).map(({ entry }) => entry),
    });
  },
};

export const listRoutes: readonly StorageRoute[] = [list, listV2];

import { objectInPath } from '#server/storage/object-path.ts';
import { serviceCaller } from '#server/storage/service-caller.ts';
import type { StorageRoute } from '#server/storage/services.ts';
import { grantedObject } from '#server/storage/url-tokens.ts';
import { findObject, ofVersion, type ReadPath } from './find-object.ts';
import { serveObject } from './serve-object.ts';

function download(path: string, readPath: ReadPath): StorageRoute {
  return {
    methods: ['GET'],
    path,
    handle: async (c, services) => {
      const row = await findObject(c, services, readPath);
      return serveObject(c, services, row, { download: c.req.query('download') });
    },
  };
}

/** Describes an object: GET responds with JSON, HEAD with the headers of a download. */
function info(path: string, readPath: ReadPath): StorageRoute {
  return {
    methods: ['GET'],
    path,
    handle: async (c, services) => {
      const row = await findObject(c, services, readPath);
      if (c.req.method === 'HEAD') return serveObject(c, services, row);
      const { metadata } = row;
      return c.json({
        id: row.id,
        name: row.name,
        version: row.version,
        bucket_id: row.bucket_id,
        size: metadata.size,
        content_type: metadata.mimetype,
        content_encoding: metadata.contentEncoding ?? null,
        cache_control: metadata.cacheControl,
        etag: metadata.eTag,
        metadata: row.user_metadata ?? {},
        last_modified: metadata.lastModified ?? row.updated_at,
        created_at: row.created_at,
      });
    },
  };
}

/** Downloads with a token instead of a caller. */
const signedDownload: StorageRoute = {
  methods: ['GET'],
  path: '/object/sign/:bucket/*',
  handle: async (c, services) => {
    const { bucket, name } = objectInPath(c, 2);
    const url = `${bucket}/${name}`;
    const granted = await services.urlTokens.verify('download', c.req.query('token'), url);
    const object = grantedObject(granted);
    const row = ofVersion(await services.rows.get(serviceCaller, object), granted.versionId);
    const expires = new Date(granted.exp * 1000);
    return serveObject(c, services, row, { download: c.req.query('download'), expires });
  },
};

export const readRoutes: readonly StorageRoute[] = [
  info('/object/info/public/:bucket/*', { access: 'public', segments: 3 }),
  info('/object/info/authenticated/:bucket/*', { access: 'authenticated', segments: 3 }),
  info('/object/info/:bucket/*', { access: 'either', segments: 2 }),
  download('/object/public/:bucket/*', { access: 'public', segments: 2 }),
  download('/object/authenticated/:bucket/*', { access: 'authenticated', segments: 2 }),
  signedDownload,
  download('/object/:bucket/*', { access: 'either', segments: 1 }),
];

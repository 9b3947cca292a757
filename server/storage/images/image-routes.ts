import { createHash } from 'node:crypto';
import { matchesETag } from '#server/http/matches-etag.ts';
import { findObject, ofVersion, type ReadPath } from '#server/storage/endpoints/find-object.ts';
import {
  contentDisposition,
  fileHeaders,
  type ServeOptions,
} from '#server/storage/endpoints/serve-object.ts';
import { objectInPath } from '#server/storage/object-path.ts';
import type { ObjectRow } from '#server/storage/object-rows.ts';
import { serviceCaller } from '#server/storage/service-caller.ts';
import { StorageError } from '#server/storage/storage-error.ts';
import type { StorageContext, StorageRoute, StorageServices } from '#server/storage/services.ts';
import { grantedObject } from '#server/storage/url-tokens.ts';
import { maxSourceBytes, sourceTooLarge } from './render-image.ts';
import {
  describeTransformation,
  parseTransformation,
  type Transformation,
} from './transformation.ts';

async function serveImage(
  context: StorageContext,
  { byteStore, images }: StorageServices,
  row: ObjectRow,
  options: Transformation,
  { download, expires }: ServeOptions,
): Promise<Response> {
  if (row.metadata.size > maxSourceBytes) throw sourceTooLarge();
  const source = row.version === null ? null : await byteStore.read(row.version, null);
  if (source === null) throw new StorageError('NoSuchKey');
  const acceptsWebp = context.req.header('accept')?.includes('image/webp') === true;
  const { bytes, mimetype } = await images.render(
    context.get('clientAddress'),
    source,
    options,
    acceptsWebp,
  );
  const eTag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  const disposition = contentDisposition(download, mimetype);
  const headers: Record<string, string> = {
    ...fileHeaders(row.metadata),
    'content-type': mimetype,
    'content-length': String(bytes.length),
    etag: eTag,
    vary: 'Accept',
    'x-transformations': describeTransformation(options),
    ...(disposition === null ? {} : { 'content-disposition': disposition }),
    ...(expires === undefined
      ? { 'cache-control': row.metadata.cacheControl }
      : { expires: expires.toUTCString() }),
  };
  if (matchesETag(context.req.header('if-none-match') ?? '', eTag)) {
    return new Response(null, { status: 304, headers });
  }
  const body = context.req.method === 'HEAD' ? null : new Uint8Array(bytes);
  return new Response(body, { headers });
}

function rendering(access: ReadPath['access']): StorageRoute {
  return {
    methods: ['GET'],
    path: `/render/image/${access}/:bucket/*`,
    handle: async (c, services) => {
      const options = parseTransformation(c.req.query());
      const row = await findObject(c, services, { access, segments: 3 });
      return serveImage(c, services, row, options, { download: c.req.query('download') });
    },
  };
}

/** Renders with a token, which also names the transformation. */
const signedRendering: StorageRoute = {
  methods: ['GET'],
  path: '/render/image/sign/:bucket/*',
  handle: async (c, services) => {
    const { bucket, name } = objectInPath(c, 3);
    const url = `${bucket}/${name}`;
    const granted = await services.urlTokens.verify('render', c.req.query('token'), url);
    const object = grantedObject(granted);
    const row = ofVersion(await services.rows.get(serviceCaller, object), granted.versionId);
    return serveImage(c, services, row, granted.transform ?? {}, {
      download: c.req.query('download'),
      expires: new Date(granted.exp * 1000),
    });
  },
};

export const imageRoutes: readonly StorageRoute[] = [
  rendering('public'),
  rendering('authenticated'),
  signedRendering,
];

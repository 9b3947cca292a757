import { objectInPath } from '#server/storage/object-path.ts';
import type { WriteMode } from '#server/storage/object-rows.ts';
import { requireCaller } from '#server/storage/require-caller.ts';
import { serviceCaller } from '#server/storage/service-caller.ts';
import { plannedObject, storeUpload } from '#server/storage/upload/store-upload.ts';
import type { StorageContext, StorageRoute } from '#server/storage/services.ts';

/** How long a signed upload URL is good for. */
const uploadUrlSeconds = 2 * 60 * 60;

function isUpsert(context: StorageContext): boolean {
  return context.req.header('x-upsert') === 'true';
}

function upload(method: 'POST' | 'PUT', modeOf: (c: StorageContext) => WriteMode): StorageRoute {
  return {
    methods: [method],
    path: '/object/:bucket/*',
    handle: async (c, services) => {
      const object = objectInPath(c, 1);
      const caller = await requireCaller(c, services);
      const target = { ...object, caller, owner: caller.claims?.sub ?? null, mode: modeOf(c) };
      const Id = await storeUpload(c, services, target);
      return c.json({ Id, Key: `${object.bucket}/${object.name}` });
    },
  };
}

/** Signs a URL with which anybody can upload one object. The caller needs the right to do it. */
const signUpload: StorageRoute = {
  methods: ['POST'],
  path: '/object/upload/sign/:bucket/*',
  handle: async (c, services) => {
    const object = objectInPath(c, 3);
    const caller = await requireCaller(c, services);
    const owner = caller.claims?.sub ?? null;
    const upsert = isUpsert(c);
    const mode = upsert ? 'upsert' : 'insert';
    await services.rows.bucket(serviceCaller, object.bucket);
    await services.rows.testWrite(
      caller,
      mode,
      plannedObject({ ...object, caller, owner, mode }, {}),
    );
    const url = `${object.bucket}/${object.name}`;
    const claims = { url, upsert, ...(owner === null ? {} : { owner }) };
    const token = await services.urlTokens.sign('upload', claims, uploadUrlSeconds);
    // Clients take it as it is, and encode only what no URL may have.
    const path = url.replace(/[%?#]/g, encodeURIComponent);
    return c.json({ url: `/object/upload/sign/${path}?token=${token}`, token });
  },
};

/** Uploads with a token instead of a caller. The token's signer owns the object. */
const signedUpload: StorageRoute = {
  methods: ['PUT'],
  path: '/object/upload/sign/:bucket/*',
  handle: async (c, services) => {
    const object = objectInPath(c, 3);
    const Key = `${object.bucket}/${object.name}`;
    const granted = await services.urlTokens.verify('upload', c.req.query('token'), Key);
    const Id = await storeUpload(c, services, {
      ...object,
      caller: serviceCaller,
      owner: granted.owner ?? null,
      mode: granted.upsert === true ? 'upsert' : 'insert',
    });
    return c.json({ Id, Key });
  },
};

/** The last ones match every bucket, so routes of other paths must come before. */
export const uploadRoutes: readonly StorageRoute[] = [
  signUpload,
  signedUpload,
  upload('POST', (c) => (isUpsert(c) ? 'upsert' : 'insert')),
  upload('PUT', () => 'update'),
];

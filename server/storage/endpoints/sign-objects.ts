import * as v from 'valibot';
import { boundedArray } from '#server/http/bounded-array.ts';
import { checkObjectName, normalizeName } from '#server/storage/names.ts';
import { bucketInPath, objectInPath } from '#server/storage/object-path.ts';
import { transformation } from '#server/storage/images/transformation.ts';
import { integer, maxNames, readJson, storableText } from '#server/storage/read-json.ts';
import { requireCaller } from '#server/storage/require-caller.ts';
import type { StorageRoute } from '#server/storage/services.ts';
import { signReadPath } from '#server/storage/url-tokens.ts';
import { ofVersion } from './find-object.ts';

const expiresIn = v.pipe(integer, v.minValue(1), v.maxValue(1e11));

const signRequest = v.object({
  expiresIn,
  transform: v.optional(transformation, {}),
  versionId: v.optional(v.string()),
});

/** Signs a URL with which anybody can read one object. The caller needs the right to read it. */
const sign: StorageRoute = {
  methods: ['POST'],
  path: '/object/sign/:bucket/*',
  handle: async (c, services) => {
    const object = objectInPath(c, 2);
    const caller = await requireCaller(c, services);
    const request = await readJson(c, services, caller, signRequest);
    const { transform, expiresIn: seconds, versionId } = request;
    ofVersion(await services.rows.get(caller, object), versionId);
    const url = `${object.bucket}/${object.name}`;
    const signedURL = await signReadPath(services.urlTokens, url, transform, seconds, versionId);
    return c.json({ signedURL });
  },
};

const signManyRequest = v.object({
  expiresIn,
  paths: v.pipe(boundedArray(storableText, maxNames), v.minLength(1)),
});

const notFound = 'Either the object does not exist or you do not have access to it';

const signMany: StorageRoute = {
  methods: ['POST'],
  path: '/object/sign/:bucket',
  handle: async (c, services) => {
    const caller = await requireCaller(c, services);
    const bucket = bucketInPath(c, 2);
    const { expiresIn, paths } = await readJson(c, services, caller, signManyRequest);
    const { rows: found } = await services.rows.query(
      caller,
      `select name from storage.objects where bucket_id = $1
       and name in (select jsonb_array_elements_text($2::jsonb))`,
      [bucket, JSON.stringify(paths.map((path) => normalizeName(path)))],
      { readOnly: true },
    );
    const names = new Set(found.map(([name]) => name));
    const signed = await Promise.all(
      paths.map(async (path) => {
        const name = normalizeName(path);
        if (!names.has(name)) return { error: notFound, path, signedURL: null };
        const url = `${bucket}/${checkObjectName(name)}`;
        const signedURL = await signReadPath(services.urlTokens, url, {}, expiresIn);
        return { error: null, path, signedURL };
      }),
    );
    return c.json(signed);
  },
};

/** A path of a bucket comes first: that of an object would match it too. */
export const signRoutes: readonly StorageRoute[] = [signMany, sign];

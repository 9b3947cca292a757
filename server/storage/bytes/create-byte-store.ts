import type { Config } from '#server/config.ts';
import type { ByteStore } from './byte-store.ts';
import { createDiskStore } from './disk-store.ts';
import { createS3Store } from './s3-store.ts';

/** Creates the store that the configuration names: an S3-compatible server, or the data directory. */
export function createByteStore(config: Config): ByteStore {
  const {
    STORAGE_S3_ENDPOINT: endpoint,
    STORAGE_S3_BUCKET: bucket,
    STORAGE_S3_REGION: region,
    STORAGE_S3_ACCESS_KEY: accessKey,
    STORAGE_S3_SECRET_KEY: secretKey,
  } = config;
  if (endpoint === null || bucket === null || accessKey === null || secretKey === null) {
    return createDiskStore(config.DATA_DIR);
  }
  return createS3Store({ endpoint, bucket, region, accessKey, secretKey });
}

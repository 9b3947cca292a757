import { requireCaller } from './require-caller.ts';
import { StorageError } from './storage-error.ts';
import type { StorageRoute } from './services.ts';

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function refuse(path: string, message: string): StorageRoute {
  return {
    methods: allMethods,
    path,
    handle: async (c, services) => {
      await requireCaller(c, services);
      throw new StorageError('NotSupported', message);
    },
  };
}

/** Parts of the protocol that are not offered. Register these first: `/bucket/:bucket` matches less. */
export const unsupportedRoutes: readonly StorageRoute[] = [
  refuse('/bucket/:bucket/lifecycle', 'Bucket lifecycles are not offered'),
  refuse('/cdn/*', 'There is no content network whose cache could be purged'),
  refuse('/iceberg/*', 'Analytics buckets are not offered'),
  refuse('/vector/*', 'Vector buckets are not offered'),
  refuse('/s3/*', 'The S3 protocol is not offered'),
];

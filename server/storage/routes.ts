import { bucketRoutes } from './endpoints/buckets.ts';
import { changeRoutes } from './endpoints/change-objects.ts';
import { listRoutes } from './endpoints/list-objects.ts';
import { readRoutes } from './endpoints/read-objects.ts';
import { signRoutes } from './endpoints/sign-objects.ts';
import { uploadRoutes } from './endpoints/upload-objects.ts';
import { imageRoutes } from './images/image-routes.ts';
import { resumableRoutes } from './resumable/resumable-routes.ts';
import type { StorageRoute } from './services.ts';
import { unsupportedRoutes } from './unsupported-routes.ts';

const status: StorageRoute = {
  methods: ['GET'],
  path: '/status',
  handle: (c) => c.body(null, 200),
};

/** Every endpoint, in matching order. Paths of one bucket's objects come last. */
export const routes: readonly StorageRoute[] = [
  status,
  ...resumableRoutes,
  ...imageRoutes,
  ...unsupportedRoutes,
  ...bucketRoutes,
  ...listRoutes,
  ...signRoutes,
  ...changeRoutes,
  ...readRoutes,
  ...uploadRoutes,
];

import type { AuthRoute } from '#server/auth/services.ts';

export const health: AuthRoute = {
  method: 'GET',
  path: '/health',
  handle: (c) =>
    c.json({
      version: 'v2',
      name: 'GoTrue',
      description: 'GoTrue is a user registration and authentication API',
    }),
};

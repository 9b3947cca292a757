import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { render } from 'vitest-browser-react';
import { readUser } from '#web/data/session/session.ts';

/**
 * Renders part of a screen for Mary, with an empty cache. A screen with URL parameters needs its
 * route and a path. Returns the router, which says where a link leads, and `unmount`.
 */
export async function renderScreen(element: ReactNode, route = '*', path = '/') {
  await readUser();
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  const router = createMemoryRouter([{ path: route, element }], { initialEntries: [path] });
  const { unmount } = await render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return { router, client, unmount };
}

import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useState, type ReactNode } from 'react';
import {
  createPath,
  parsePath,
  Route,
  Router,
  Routes,
  type Navigator,
  type To,
} from 'react-router';
import { render } from 'vitest-browser-react';
import { FreshQueryClient } from '#web/data/cache/fresh-query-client.ts';
import { readUser } from '#web/data/session/session.ts';
import { isHeldBack } from '#web/lib/react/leave-guard.ts';

let visits = 0;

/** Each visit of a page has a key of its own, as in the app. */
function visitOf(url: string) {
  visits += 1;
  return { url, key: `visit ${visits}` };
}

/**
 * Renders part of a screen for Mary, with an empty cache. A screen with URL parameters needs its
 * route and a path. Returns `currentPath`, which says where a link led, and `unmount`.
 */
export async function renderScreen(element: ReactNode, route = '*', path = '/') {
  await readUser();
  const client = new FreshQueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  let shownUrl = path;
  /** Shows the screen at a URL, and asks it before it is left, as the app does. */
  function Screen() {
    const [{ url, key }, setShown] = useState(() => visitOf(path));
    shownUrl = url;
    function open(to: To) {
      if (isHeldBack(() => open(to))) return;
      setShown(visitOf(typeof to === 'string' ? to : createPath(to)));
    }
    const navigator: Navigator = {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: () => undefined,
      push: open,
      replace: open,
    };
    return (
      <Router location={{ ...parsePath(url), key }} navigator={navigator}>
        <Routes>
          <Route path={route} element={element} />
        </Routes>
      </Router>
    );
  }
  const { unmount } = await render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Screen />
      </QueryClientProvider>
    </StrictMode>,
  );
  return { currentPath: () => new URL(shownUrl, location.origin).pathname, client, unmount };
}

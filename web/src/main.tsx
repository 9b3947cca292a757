import './ui/styles/index.css';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { trackLeaving } from '#web/app/new-build.ts';
import { createRouter } from '#web/app/router.tsx';
import { StartError } from '#web/app/start-error.tsx';
import { loadRuntimeConfig } from './data/backend/runtime-config.ts';
import { focusPressedButtons } from './lib/react/focus-pressed-buttons.ts';
import { setSiteTitle } from './lib/react/use-page-title.ts';

/**
 * Reads the configuration, then starts the router and renders. The document preloads /config.json
 * and the first route's scripts, so this order costs no time. Route modules read the configuration
 * when they are evaluated.
 */
async function start(container: HTMLElement): Promise<void> {
  focusPressedButtons();
  trackLeaving();
  const root = createRoot(container);
  try {
    const { brand } = await loadRuntimeConfig();
    setSiteTitle(brand.name);
    const router = createRouter();
    // The server's HTML stays until the app can render the same page.
    if (container.hasChildNodes()) await firstRouteOf(router);
    // A transition, so that the browser can handle input in between.
    startTransition(() =>
      root.render(
        <StrictMode>
          <RouterProvider router={router} />
          <RenderMark />
        </StrictMode>,
      ),
    );
  } catch (reason) {
    root.render(<StartError reason={reason} />);
  }
}

/** Marks the first render on the page's timeline: from then on the page responds to clicks. */
function RenderMark() {
  useEffect(() => {
    performance.mark('app-rendered');
  }, []);
  return null;
}

/** Resolves when the first route's script is loaded. */
function firstRouteOf(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        stop();
        resolve();
      });
    }
  });
}

const container = document.querySelector<HTMLElement>('#root');
if (container) {
  // In a task of its own, so that the browser can handle input after it has parsed this script.
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => void start(container), { once: true });
  port1.start();
  port2.postMessage(null);
}

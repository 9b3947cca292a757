import './ui/styles/index.css';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { isMissingScript, trackLeaving } from '#web/app/new-build.ts';
import { startNavigation } from '#web/app/page-navigation.ts';
import { allRoutes, AppRouter } from '#web/app/router.tsx';
import { StartError } from '#web/app/start-error.tsx';
import { loadRuntimeConfig } from './data/backend/runtime-config.ts';
import { focusPressedButtons } from './lib/react/focus-pressed-buttons.ts';
import { ignoreLateCompositionKeys } from './lib/react/ignore-late-composition-keys.ts';
import { setSiteTitle } from './lib/react/use-page-title.ts';

/**
 * Reads the configuration, then starts the router and renders. The document preloads /config.json
 * and the first route's scripts, so this order costs no time. Route modules read the configuration
 * when they are evaluated.
 */
async function start(container: HTMLElement): Promise<void> {
  focusPressedButtons();
  ignoreLateCompositionKeys();
  trackLeaving();
  const root = createRoot(container, { onCaughtError: logError });
  try {
    const { brand } = await loadRuntimeConfig();
    setSiteTitle(brand.name);
    const navigation = startNavigation(allRoutes);
    // The server's HTML stays until the app can render the same page.
    if (!container.hasChildNodes()) root.render(<BlankPage />);
    const firstPage = await navigation.firstPage;
    // A transition, so that the browser can handle input in between.
    startTransition(() =>
      root.render(
        <StrictMode>
          <AppRouter navigation={navigation} firstPage={firstPage} />
          <RenderMark />
        </StrictMode>,
      ),
    );
  } catch (reason) {
    root.render(<StartError reason={reason} />);
  }
}

/** Logs what a page failed with. The browser has logged a missing script already. */
function logError(error: unknown): void {
  if (!isMissingScript(error)) console.error(error);
}

/** Marks the first render on the page's timeline: from then on the page responds to clicks. */
function RenderMark() {
  useEffect(() => {
    performance.mark('app-rendered');
  }, []);
  return null;
}

/** An empty page while the first route's script loads, so that nothing shifts. */
function BlankPage() {
  return <div className="min-h-dvh" aria-busy="true" />;
}

const container = document.querySelector<HTMLElement>('#root');
if (container) {
  // In a task of its own, so that the browser can handle input after it has parsed this script.
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => void start(container), { once: true });
  port1.start();
  port2.postMessage(null);
}

import {
  createPath,
  matchRoutes,
  NavigationType,
  type Location,
  type NavigateOptions,
  type Navigator,
  type To,
} from 'react-router';
import { currentEntry, type HistoryEntry } from '#web/lib/react/history-entry.ts';
import { isHeldBack } from '#web/lib/react/leave-guard.ts';
import { canCloseOverlay, closeTopOverlay } from '#web/lib/react/open-overlays.ts';
import { setNavigating } from '#web/lib/react/navigation-state.ts';
import { recordPage } from '#web/lib/react/visited-pages.ts';
import type { AppRoute } from './lazy-route.tsx';

/** The page that the app shows, as an entry of the browser's history. */
export interface Page {
  readonly location: Location;
  readonly action: NavigationType;
  /** Whether to stay where the window is scrolled to, instead of going to the top. */
  readonly keepsScroll: boolean;
}

export interface PageNavigation {
  /** Resolves with the first page, once its scripts have loaded. */
  readonly firstPage: Promise<Page>;
  readonly navigator: Navigator;
  /** Calls `listener` with the current page and with each later one. */
  readonly subscribe: (listener: (page: Page) => void) => () => void;
}

const createKey = () => Math.random().toString(36).slice(2, 10);

/**
 * Starts to follow the browser's history. A page is shown, and gets its entry, when its script and
 * first data have loaded; until then, the previous one stays and works. The last navigation wins.
 */
export function startNavigation(routes: AppRoute[]): PageNavigation {
  const listeners = new Set<(page: Page) => void>();
  const first = Promise.withResolvers<Page>();
  let current: Page | null = null;
  let currentIndex = 0;
  let latest: Page | null = null;
  /** Called once the browser has returned to the page that held the navigation back. */
  let onReturn: (() => void) | null = null;

  /** The line of a slow navigation is CSS (ui/styles). The first page has the server's loading page. */
  function setLoading(isLoading: boolean): void {
    setNavigating(isLoading);
    document.documentElement.toggleAttribute('data-navigating', isLoading && current !== null);
  }

  async function open(page: Page, url: URL, commit: () => number): Promise<void> {
    latest = page;
    setLoading(true);
    const matches = matchRoutes(routes, page.location) ?? [];
    const address = matches.at(-1)?.route.documentAddress?.(url) ?? null;
    if (address !== null) {
      if (page.action === NavigationType.Push) window.location.assign(address);
      else window.location.replace(address);
      return;
    }
    await Promise.all(matches.map(async ({ route, params }) => route.load?.(params)));
    if (latest !== page) return;
    currentIndex = commit();
    current = page;
    recordPage(page.location.pathname);
    setLoading(false);
    first.resolve(page);
    for (const listener of listeners) listener(page);
  }

  /** Asks the current page before another one is opened, which `leave` then does. */
  function mustStay({ pathname }: { readonly pathname: string }, leave: () => void): boolean {
    return pathname !== current?.location.pathname && isHeldBack(leave);
  }

  /** Opens the entry that the browser's history is at. */
  function openEntry(): void {
    const { idx, key, usr } = readEntry(currentIndex + 1);
    const url = new URL(window.location.href);
    const location = locationOf(url, key, usr);
    const page = { location, action: NavigationType.Pop, keepsScroll: false };
    void open(page, url, () => idx);
  }

  function goTo(action: NavigationType, to: To, state: unknown, options?: NavigateOptions): void {
    const url = urlOf(to);
    if (mustStay(url, () => goTo(action, to, state, options))) return;
    const key = createKey();
    const location = locationOf(url, key, state);
    const page = { location, action, keepsScroll: options?.preventScrollReset ?? false };
    void open(page, url, () => {
      const idx = readEntry(currentIndex).idx + (action === NavigationType.Push ? 1 : 0);
      const entry: HistoryEntry = { idx, key, usr: state };
      if (action === NavigationType.Push) history.pushState(entry, '', url);
      else history.replaceState(entry, '', url);
      return idx;
    });
  }

  window.addEventListener('popstate', () => {
    if (onReturn) {
      onReturn();
      onReturn = null;
      return;
    }
    const delta = readEntry(currentIndex + 1).idx - currentIndex;
    // On a phone, 'Back' closes what covers the page.
    const closesOverlay = delta < 0 && canCloseOverlay();
    if (closesOverlay || mustStay(window.location, () => history.go(delta))) {
      onReturn = closesOverlay ? closeTopOverlay : () => undefined;
      history.go(-delta);
      return;
    }
    openEntry();
  });
  // The browser kept this page while another document was open.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) setLoading(false);
  });
  currentIndex = readEntry(0).idx;
  openEntry();

  return {
    firstPage: first.promise,
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (delta) => history.go(delta),
      push: (to, state, options) => goTo(NavigationType.Push, to, state, options),
      replace: (to, state, options) => goTo(NavigationType.Replace, to, state, options),
    },
    subscribe(listener) {
      listeners.add(listener);
      if (current) listener(current);
      return () => listeners.delete(listener);
    },
  };
}

/** Reads what the current entry stores. An entry made by the browser gets this index. */
function readEntry(newIndex: number): HistoryEntry {
  const ours = currentEntry();
  if (ours) return ours;
  const entry: HistoryEntry = { idx: newIndex, key: createKey(), usr: null };
  history.replaceState(entry, '');
  return entry;
}

/** Returns the URL of a path on this site. */
function urlOf(to: To): URL {
  const url = new URL(window.location.origin);
  return new URL(typeof to === 'string' ? to : createPath(to), url);
}

function locationOf({ pathname, search, hash }: URL, key: string, state: unknown): Location {
  return { pathname, search, hash, key, state };
}

import { Component } from 'react';
import type { Page } from './page-navigation.ts';

const storageKey = 'cuebook.scroll';

/** How far down the window was scrolled, by the key of the history's entry. */
const positions = readPositions();

/**
 * Scrolls a page that was left to where it was, also after a reload, and others to the top.
 * A class, because only `getSnapshotBeforeUpdate` sees the window before the next page's height
 * limits its scrolling.
 */
export class ScrollRestoration extends Component<{ readonly page: Page }> {
  override componentDidMount(): void {
    this.takeOver();
    restore(this.props.page);
    window.addEventListener('pagehide', this.handOver);
    window.addEventListener('pageshow', this.takeOver);
  }

  override getSnapshotBeforeUpdate({ page }: { readonly page: Page }): null {
    if (page !== this.props.page) remember(page);
    return null;
  }

  override componentDidUpdate({ page }: { readonly page: Page }): void {
    if (page !== this.props.page) restore(this.props.page);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('pagehide', this.handOver);
    window.removeEventListener('pageshow', this.takeOver);
    history.scrollRestoration = 'auto';
  }

  readonly takeOver = () => {
    history.scrollRestoration = 'manual';
  };

  /** Leaves the way back from another document to the browser. */
  readonly handOver = () => {
    remember(this.props.page);
    storePositions();
    history.scrollRestoration = 'auto';
  };

  override render(): null {
    return null;
  }
}

function remember({ location }: Page): void {
  positions.set(location.key, window.scrollY);
}

function restore({ location: { key, hash }, keepsScroll }: Page): void {
  const position = positions.get(key);
  const target = document.getElementById(hash.slice(1));
  if (position !== undefined) window.scrollTo(0, Number(position));
  else if (target) target.scrollIntoView();
  else if (!keepsScroll) window.scrollTo(0, 0);
}

function readPositions(): Map<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return new Map(Object.entries(stored ?? {}));
  } catch {
    return new Map();
  }
}

function storePositions(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(positions)));
  } catch {
    // Full or blocked: a reload starts at the top.
  }
}

import { lazy, type ComponentType } from 'react';
import { OnceOpened } from './once-opened.tsx';
import { OncePressed } from './once-pressed.tsx';
import type { MenuProps, PopoverProps } from './overlay-props.ts';

/*
 * Overlays are a third of the interface's script, and no page shows one at first. Each is loaded
 * when it first opens, or while the browser is idle.
 */

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

const load = {
  dialog: () => import('./dialog-overlay.tsx'),
  confirm: () => import('./confirm-dialog-overlay.tsx'),
  panel: () => import('./side-panel-overlay.tsx'),
  drawer: () => import('./drawer-overlay.tsx'),
  menu: () => import('./menu-overlay.tsx'),
  popover: () => import('./popover-overlay.tsx'),
};

/** Loads every overlay ahead of its first use. A failure shows only once the overlay is opened. */
export async function preloadOverlays(): Promise<void> {
  await Promise.allSettled(Object.values(load).map((start) => start()));
}

/** Returns a component that loads the script of an overlay when it first opens. */
export function loadWhenOpened<Props extends { readonly open: boolean }>(script: Load<Props>) {
  const Overlay: ComponentType<Props> = lazy(script);
  return function LazyOverlay(props: Props) {
    return (
      <OnceOpened open={props.open}>
        <Overlay {...props} />
      </OnceOpened>
    );
  };
}

/** A window over the page. Focus stays inside and returns where it was; Escape closes. */
export const Dialog = loadWhenOpened(load.dialog);

/** Asks before an action that is hard to undo. Focus starts on Cancel. */
export const ConfirmDialog = loadWhenOpened(load.confirm);

/** A panel at the right edge that leaves the list visible; full screen on a phone. */
export const SidePanel = loadWhenOpened(load.panel);

/** A sheet at the left edge, 256 px wide, for a phone's navigation. */
export const Drawer = loadWhenOpened(load.drawer);

const MenuOverlay = lazy(load.menu);

/** A short list of actions behind a button. */
export function Menu(props: MenuProps) {
  return (
    <OncePressed trigger={props.trigger} popup="menu">
      <MenuOverlay {...props} />
    </OncePressed>
  );
}

const PopoverOverlay = lazy(load.popover);

/** A small panel of controls behind a button; it stays open while they are used. */
export function Popover(props: PopoverProps) {
  return (
    <OncePressed trigger={props.trigger} popup="dialog">
      <PopoverOverlay {...props} />
    </OncePressed>
  );
}

import { lazy } from 'react';

/*
 * Overlays are a third of the interface's script, and no page shows one at first. Each is loaded
 * when it first opens, or while the browser is idle.
 */
const dialog = () => import('./dialog-overlay.tsx');
const confirm = () => import('./confirm-dialog-overlay.tsx');
const panel = () => import('./side-panel-overlay.tsx');
const drawer = () => import('./drawer-overlay.tsx');
const menu = () => import('./menu-overlay.tsx');
const popover = () => import('./popover-overlay.tsx');

export const DialogOverlay = lazy(dialog);
export const ConfirmDialogOverlay = lazy(confirm);
export const SidePanelOverlay = lazy(panel);
export const DrawerOverlay = lazy(drawer);
export const MenuOverlay = lazy(menu);
export const PopoverOverlay = lazy(popover);

/** Loads every overlay ahead of its first use. A failure shows only once the overlay is opened. */
export async function preloadOverlays(): Promise<void> {
  await Promise.allSettled([dialog(), confirm(), panel(), drawer(), menu(), popover()]);
}

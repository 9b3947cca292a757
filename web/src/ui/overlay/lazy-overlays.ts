import { lazy } from 'react';

/*
 * What floats is a third of the interface's script, and no page shows it at first. It is loaded when
 * it is first opened, or when the browser has nothing else to do.
 */
const dialog = () => import('./dialog-overlay.tsx');
const confirm = () => import('./confirm-dialog-overlay.tsx');
const panel = () => import('./side-panel-overlay.tsx');
const drawer = () => import('./drawer-overlay.tsx');
const menu = () => import('./menu-overlay.tsx');
const popover = () => import('./popover-overlay.tsx');

export const DialogFrame = lazy(dialog);
export const ConfirmFrame = lazy(confirm);
export const PanelFrame = lazy(panel);
export const DrawerFrame = lazy(drawer);
export const MenuFrame = lazy(menu);
export const PopoverFrame = lazy(popover);

/** Fetches what floats before it is wanted. A failure shows only when it is really opened. */
export async function preloadOverlays(): Promise<void> {
  await Promise.allSettled([dialog(), confirm(), panel(), drawer(), menu(), popover()]);
}

import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

/*
 * Props of the overlays. Each overlay is two files that share them: one in the first script, and
 * one that is loaded when it first opens.
 */

interface Opening {
  readonly open: boolean;
  /** Called with false when the person closes it; nothing but `open` opens it. */
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
}

interface Window extends Opening {
  /** False keeps it open when someone clicks outside, where closing would lose something. */
  readonly closeOnOutside?: boolean;
  /** False keeps it open on Escape, too: what it shows can't be shown again. */
  readonly closeOnEscape?: boolean;
}

export interface DialogProps extends Window {
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Buttons at the bottom right. */
  readonly footer?: ReactNode;
  readonly width?: 'narrow' | 'medium' | 'wide';
}

export interface ConfirmDialogProps extends Opening {
  readonly description: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** It can't be confirmed: the description says why, or is still loading. */
  readonly disabled?: boolean;
  /**
   * The dialog closes once it resolves; if it rejects, the dialog stays open and shows the message.
   */
  readonly onConfirm: () => Promise<void> | void;
}

export interface SidePanelProps extends Window {
  /** Under the title: a notice, a source. */
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Buttons that stay visible; a submit button names its form with `form="id"`. */
  readonly footer?: ReactNode;
  /** Beside 'Close'. */
  readonly headerActions?: ReactNode;
  readonly width?: 'medium' | 'wide';
}

/** Props of {@link Drawer}; its `title` is for screen readers only. */
export interface DrawerProps extends Opening {
  readonly children: ReactNode;
}

interface MenuItem {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** A hairline above it, as above what destroys. */
  readonly separated?: boolean;
}

/** Props that a trigger button receives from its overlay. */
export interface TriggerProps {
  readonly 'aria-haspopup'?: 'menu' | 'dialog';
  readonly 'aria-expanded'?: boolean;
  readonly onClick?: () => void;
}

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom' | 'right';
  /** Above the items: who or what the menu belongs to. */
  readonly header?: ReactNode;
}

export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly label: string;
  readonly children: ReactNode;
}

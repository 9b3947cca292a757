import type { ReactElement, ReactNode } from 'react';

/*
 * What the windows take. Each is two files, one that is there at once and one that is loaded when it
 * first opens; this is what both know.
 */

interface Opening {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
}

interface Window extends Opening {
  /** False keeps it open on a click beside it (something would be lost). */
  readonly closeOnOutside?: boolean;
}

export interface DialogProps extends Window {
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Buttons at the bottom, right. */
  readonly footer?: ReactNode;
  readonly width?: 'narrow' | 'medium' | 'wide';
}

export interface ConfirmDialogProps extends Opening {
  readonly description: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** The dialog waits for it and then closes; when it rejects, the dialog stays and shows the message. */
  readonly onConfirm: () => Promise<void> | void;
}

export interface SidePanelProps extends Window {
  /** Under the title: a notice, a source. */
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Buttons that stay in sight; a submit button names its form with `form="id"`. */
  readonly footer?: ReactNode;
  readonly width?: 'medium' | 'wide';
}

/** `title` says what it holds, for screen readers only. */
export interface DrawerProps extends Opening {
  readonly children: ReactNode;
}

interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** A hairline above it. */
  readonly separated?: boolean;
}

/** What is given to the button that opens something. */
interface TriggerProps {
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
  /** Above the items: whose menu it is. */
  readonly header?: ReactNode;
}

export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly label: string;
  readonly children: ReactNode;
}

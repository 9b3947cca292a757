import type { ReactNode } from 'react';

/** One option of the command window. */
export interface Command {
  /** Unique in the window. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Quiet, on a second line: the passage that matched. */
  readonly detail?: ReactNode;
  /** Quiet, at the right: its group, or its keyboard shortcut. */
  readonly hint?: string | undefined;
  readonly run: () => void;
  /** Whether the window stays open when it runs. */
  readonly keepsOpen?: boolean;
  /** The action of Ctrl or Cmd+Enter, instead of `run`. It keeps the window open. */
  readonly runInstead?: (() => void) | undefined;
  /** More that can be done with it; Tab shows them. */
  readonly actions?: readonly Command[] | undefined;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** The engines that the journeys of this folder run in. */
export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** A running browser. Starting one takes most engines longer than a journey. */
export interface EngineBrowser {
  /** Opens a tab without the storage of earlier ones. */
  openTab(): Promise<Driver>;
  close(): Promise<void>;
}

/**
 * Operations of both browser drivers, on a tab. Scripts are function bodies; parameters are in `arguments`.
 */
export interface Driver {
  open(url: string): Promise<void>;
  run(script: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Returns the element that a script returns, or null. */
  find(script: string, ...args: readonly unknown[]): Promise<Target | null>;
  /** Presses a key while Control is held. */
  pressWithControl(key: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** An element of the page. */
export interface Target {
  click(): Promise<void>;
  /** Focuses a field and selects all that is in it. */
  select(): Promise<void>;
  /** Types into a field, key by key; for a field of files, the path of a file. */
  type(text: string): Promise<void>;
  read(property: 'value' | 'innerText'): Promise<unknown>;
}

export const windowSize = { width: 1440, height: 900 };

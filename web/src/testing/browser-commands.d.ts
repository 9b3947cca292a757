/** The commands of component tests that run beside the browser: see web/vitest.config.ts. */
import '@vitest/browser-playwright';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Shows the page as for a medium; null ends that. */
    emulateMedia(media: 'print' | null): Promise<void>;
  }
}

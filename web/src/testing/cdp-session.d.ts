// Declares what `cdp()` returns in the browser of component tests.
import '@vitest/browser-playwright';

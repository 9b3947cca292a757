/**
 * Flags of Chromium for tests. No page lives long enough to pay for optimized code, and few
 * collections of young objects find garbage: without both, tests take a tenth less processor time.
 */
export const testFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--js-flags=--no-opt --no-maglev --min-semi-space-size=16 --semi-space-growth-factor=4',
];

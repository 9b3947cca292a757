/**
 * Browsers of the last two years: `light-dark()`, `field-sizing` and nesting reach them as written.
 */
export const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

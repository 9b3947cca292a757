import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { routes } from '#contract/routes.ts';

let current: RuntimeConfig | null = null;
let loading: Promise<RuntimeConfig> | null = null;

/** Reads /config.json once, before anything renders. Rejects when that fails. */
export function loadRuntimeConfig(): Promise<RuntimeConfig> {
  loading ??= fetchConfig();
  return loading;
}

async function fetchConfig(): Promise<RuntimeConfig> {
  const response = await fetch(routes.config);
  if (!response.ok)
    throw new Error(`The server responded to ${routes.config} with ${response.status}`);
  const config: unknown = await response.json();
  if (!isRuntimeConfig(config)) throw new Error(`${routes.config} is not a configuration`);
  current = config;
  return config;
}

/** Tells the configuration from another site's JSON; the server is trusted for its fields. */
function isRuntimeConfig(config: unknown): config is RuntimeConfig {
  return typeof config === 'object' && config !== null && 'publishableKey' in config;
}

/** Returns the installation's configuration: URLs, brand, links, flags. */
export function runtimeConfig(): RuntimeConfig {
  if (current === null) throw new Error('The runtime configuration was read before it was loaded');
  return current;
}

/** Sets the configuration without a request, for pages rendered on the server and for tests. */
export function setRuntimeConfig(config: RuntimeConfig): void {
  current = config;
}

import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { routes } from '#contract/routes.ts';

let current: RuntimeConfig | null = null;
let loading: Promise<RuntimeConfig> | null = null;

/** Reads /config.json once, before anything renders. Rejects when the server does not answer. */
export function loadRuntimeConfig(): Promise<RuntimeConfig> {
  loading ??= fetchConfig();
  return loading;
}

async function fetchConfig(): Promise<RuntimeConfig> {
  const response = await fetch(routes.config);
  if (!response.ok) throw new Error(`The server answered ${response.status} to ${routes.config}`);
  const answer: unknown = await response.json();
  if (!isRuntimeConfig(answer)) throw new Error(`${routes.config} is not a configuration`);
  current = answer;
  return answer;
}

/** Tells the configuration from another page's answer; the server is trusted for the rest. */
function isRuntimeConfig(answer: unknown): answer is RuntimeConfig {
  return typeof answer === 'object' && answer !== null && 'publishableKey' in answer;
}

/** What this installation is: addresses, brand, links, flags. For the clients and for all that renders. */
export function runtimeConfig(): RuntimeConfig {
  if (current === null) throw new Error('The runtime configuration was read before it was loaded');
  return current;
}

/** For a page that is drawn on the server, which has the configuration at hand. */
export function setRuntimeConfig(config: RuntimeConfig): void {
  current = config;
}

import { join } from 'node:path';
import type { Config } from '#server/config.ts';

/** Returns the folder with the operator's functions. */
export function functionsFolder(config: Pick<Config, 'FUNCTIONS_DIR' | 'DATA_DIR'>): string {
  return config.FUNCTIONS_DIR ?? join(config.DATA_DIR, 'functions');
}

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. Node before 20.11 has no `import.meta.dirname`. */
export const root = resolve(fileURLToPath(import.meta.url), '../../..');

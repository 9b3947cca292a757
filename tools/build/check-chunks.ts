import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { chunksFile, findImportCycle, type Chunk } from './chunks.ts';

/**
 * Records the chunks of a build. Fails the build if their order of evaluation isn't safe in every
 * browser. Of two chunks that import each other, the first to run finds the other's exports
 * undefined. During a top-level await of a module, WebKit resolves a second import of it with
 * undefined exports. See https://bugs.webkit.org/show_bug.cgi?id=242740.
 */
export function checkChunks(): Plugin {
  let root = '';
  return {
    name: 'check-chunks',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const chunks: Record<string, Chunk> = {};
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        const { fileName, imports, moduleIds, code } = output;
        const modules = moduleIds.map((id) => relative(root, id).replaceAll(sep, '/'));
        chunks[fileName] = { imports, modules };
        if (hasTopLevelAwait(this.parse(code))) {
          this.error(`${fileName} has a top-level await; it contains ${modules.join(', ')}`);
        }
      }
      const cycle = findImportCycle(chunks);
      if (cycle) this.error(`These chunks import each other: ${cycle.join(' → ')}`);
      this.emitFile({ type: 'asset', fileName: chunksFile, source: JSON.stringify(chunks) });
    },
  };
}

/** Returns whether a syntax tree awaits outside of functions. */
function hasTopLevelAwait(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some(hasTopLevelAwait);
  const { type } = node as { readonly type?: unknown };
  if (typeof type === 'string' && type.includes('Function')) return false;
  const isAwait =
    type === 'AwaitExpression' ||
    (type === 'ForOfStatement' && 'await' in node && node.await === true);
  return isAwait || Object.values(node).some(hasTopLevelAwait);
}

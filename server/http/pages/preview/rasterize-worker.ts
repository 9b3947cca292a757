import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import * as v from 'valibot';

/*
 * The thread of rasterizer.ts: receives SVG, responds with PNG or null. resvg runs as WebAssembly,
 * without access to files or the network.
 */
const files = v.parse(v.array(v.string()), workerData);
const module = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
const ready = Promise.all([
  Promise.all(files.map(async (file) => new Uint8Array(await readFile(file)))),
  readFile(module).then((wasm) => initWasm(wasm)),
]);

parentPort?.on('message', (svg: unknown) => {
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  void draw(String(svg)).then((png) => parentPort?.postMessage(png));
});

async function draw(svg: string): Promise<Uint8Array | null> {
  const [fontBuffers] = await ready;
  try {
    const image = new Resvg(svg, { font: { fontBuffers, loadSystemFonts: false } });
    const rendered = image.render();
    const png = rendered.asPng();
    rendered.free();
    image.free();
    return png;
  } catch {
    return null;
  }
}

import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono, type Context } from 'hono';
import type { PageContent } from '#contract/public-pages.ts';
import { routes } from '#contract/routes.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import type { Database } from '#server/db/database.ts';
import { createFairLimit, TooMuchWaits } from '#server/fair-limit.ts';
import type { Log } from '#server/log.ts';
import { AddressTimes, processorMs } from '#server/http/caller/address-rates.ts';
import { createBoundedCache } from '#server/http/bounded-cache.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { addressSubject } from '#server/http/caller/client-address.ts';
import type { BuiltPage, ReadBuild, RenderOptions } from './page-renderer.ts';
import { createPreviewImages } from './preview/preview-image.ts';
import { originOf } from './public-pages.ts';
import {
  readExplorePage,
  readPublicFiles,
  readPublicPrompt,
  readTemplates,
} from './read-public-prompts.ts';
import { compressible, sendDocument, type Document } from './send-document.ts';

/** How much HTML is cached, so that a page that many people open is rendered once a minute. */
const maxCachedCharacters = 16_000_000;

const callerOf = (c: Context<HttpEnv>): string => addressSubject(c.get('clientAddress'));

/**
 * How many pages may wait to be rendered. Rendering keeps everybody else waiting for some
 * milliseconds, so pages are rendered one by one, with other requests in between.
 */
const maxWaitingPages = 50;
/** How long pages of others wait at most while an address has used its share of the processor. */
const maxPauseMs = 1_000;

interface LivePagesOptions {
  readonly database: Database;
  readonly readBuild: ReadBuild;
  readonly configFor: (origin: string) => RuntimeConfig;
  /** The folder of the built page. */
  readonly pageFolder: string;
  readonly brand: string;
  readonly log: Log;
  /** Returns a path that is good for a minute: of a file's bytes, or of a small picture of it. */
  readonly signFile: (objectName: string, isThumbnail: boolean) => Promise<string>;
}

/**
 * Serves the public pages that show prompts: `/p/{id}`, `/explore` and `/templates`. Each request
 * reads the database, so that a prompt is gone as soon as it is private, deleted or taken down.
 * Private, deleted, unknown and malformed ids all get the same status and body. Also serves a
 * prompt's files, and its image for link previews.
 */
export function buildLivePages(options: LivePagesOptions) {
  const { database, readBuild, configFor, pageFolder, brand, log, signFile } = options;
  const drawPreview = createPreviewImages(pageFolder, brand);
  const renders = createFairLimit(1, maxWaitingPages);
  const times = new AddressTimes();
  const documents = createBoundedCache<Document>(maxCachedCharacters, ({ plain }) => plain.length);

  async function send(
    c: Context<HttpEnv>,
    path: string,
    readContent: () => Promise<PageContent>,
  ): Promise<Response | null> {
    const page = await readBuild();
    if (page === null) return null;
    const content = await readContent().catch((error: unknown): PageContent => {
      log.warn('a public page could not be read', { requestId: c.get('requestId'), path, error });
      return { kind: 'unavailable' };
    });
    const origin = originOf(c, configFor);
    if (content.kind === 'missing') c.status(404);
    if (content.kind === 'unavailable') c.status(503);
    try {
      const options = { path, config: configFor(origin), origin, content };
      return await sendDocument(c, await documentOf(callerOf(c), options, page));
    } catch (error) {
      if (!(error instanceof TooMuchWaits)) throw error;
      c.header('cache-control', 'no-store');
      return c.text('Too many pages are being opened. Please reload in a moment.', 503, {
        'retry-after': '5',
      });
    }
  }

  /** Renders a page, unless the same content was rendered in this minute: it shows relative times. */
  async function documentOf(
    caller: string,
    options: RenderOptions,
    page: BuiltPage,
  ): Promise<Document> {
    const minute = new Date().toISOString().slice(0, 16);
    const key = hash('sha256', JSON.stringify([options, minute, page.key]));
    const cached = documents.get(key);
    if (cached) return cached;
    return renders.run(caller, async () => {
      await pause(Math.min(times.pauseMs(caller), maxPauseMs));
      const startedAt = processorMs();
      const document = documents.get(key) ?? compressible(await page.render(options), false);
      documents.set(key, document);
      times.spend(caller, processorMs() - startedAt);
      return document;
    });
  }

  return new Hono<HttpEnv>()
    .get('/p/:id', async (c, next) => {
      const id = c.req.param('id').toLowerCase();
      const page = await send(c, routes.sharedPrompt(id), async () => {
        const prompt = await readPublicPrompt(database, id, callerOf(c));
        return prompt === null ? { kind: 'missing' } : { kind: 'prompt', prompt };
      });
      return page ?? next();
    })
    .get('/p/:id/preview.png', async (c) => {
      const prompt = await readPublicPrompt(database, c.req.param('id').toLowerCase(), callerOf(c));
      if (prompt === null) return c.notFound();
      const image = await drawPreview(prompt, callerOf(c)).catch((error: unknown) => {
        log.warn('a preview image could not be drawn', { requestId: c.get('requestId'), error });
        return null;
      });
      // Revalidated each time, so that it is gone with the prompt.
      c.header('cache-control', 'no-cache');
      if (image === null) return c.redirect('/preview.png', 302);
      c.header('etag', image.etag);
      if (c.req.header('if-none-match') === image.etag) return c.body(null, 304);
      return c.body(image.png, 200, { 'content-type': 'image/png' });
    })
    .get('/p/:id/files/:file', async (c) => {
      const { id, file: fileId } = c.req.param();
      const files = await readPublicFiles(database, id.toLowerCase(), callerOf(c));
      const file = files.find((each) => each.id === fileId);
      if (file === undefined) return c.notFound();
      const path = await signFile(file.objectName, c.req.query('thumbnail') !== undefined);
      const download =
        c.req.query('download') === undefined ? '' : `&download=${encodeURIComponent(file.name)}`;
      // Each request asks the database, so that it is gone with the prompt.
      c.header('cache-control', 'no-store');
      return c.redirect(path + download, 302);
    })
    .get(routes.explore, async (c, next) => {
      const cursor = c.req.query('after') ?? null;
      const query = (c.req.query('q') ?? '').trim();
      const page = await send(c, routes.explore, async () => {
        const found = await readExplorePage(database, query, cursor, callerOf(c));
        if (found === null) return { kind: 'missing' };
        return { kind: 'explore', ...found, query, isContinued: cursor !== null };
      });
      return page ?? next();
    })
    .get(routes.publicTemplates, async (c, next) => {
      const page = await send(c, routes.publicTemplates, async () => ({
        kind: 'templates',
        templates: await readTemplates(database, callerOf(c)),
      }));
      return page ?? next();
    });
}

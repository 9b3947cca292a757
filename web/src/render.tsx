import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import {
  notFoundPath,
  type PublicPageRenderer,
  type PublicPageRequest,
} from '#contract/public-pages.ts';
import { routes } from '#contract/routes.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { firstFrame } from '#web/app/first-frames.tsx';
import { publicPages, type PublicPage } from '#web/app/public-pages.ts';
import { prefetchUrls } from './data/backend/prefetch-urls.ts';
import { giveRuntimeConfig } from './data/backend/runtime-config.ts';

/*
 * The public pages as documents that are whole before any script runs. Built for the server, which draws each page
 * once for its installation (its name, logo, links and flags) and keeps it.
 */

/** What the template says of itself. */
const title = /<title>.*?<\/title>/s;
const description = /<meta\s+name="description"[^>]*>/;
/** What starts the app. */
const starters =
  /\s*<script type="module"[^>]*><\/script>|\s*<link rel="(?:modulepreload|preload)"[^>]*>/g;

/** What the browser makes of the page, once it is there. */
const ofBrowser = /\s*<link rel="(?:apple-touch-icon|manifest)"[^>]*>/g;

/** Scripts of the app, which come after what is seen before them. */
const appScript = /<(?:script type|link rel)="module(?:preload)?"/g;

/** What a visitor without JavaScript reads first, of a page that needs it. */
const withoutScript = /\s*<noscript>.*?<\/noscript>/s;

/** The URLs that /app reads first, with placeholders for the backend and the user. */
const placeholderOrigin = 'http://nowhere';
const urlTemplates = await prefetchUrls(placeholderOrigin, 'user-id');

export const pages: PublicPageRenderer['pages'] = publicPages.map(
  ({ Component: _drawn, needsScript: _does, ...facts }) => facts,
);

export const render: PublicPageRenderer['render'] = (request) => {
  const { template, path, config, preloads } = request;
  giveRuntimeConfig(config);
  const page = publicPages.find((one) => one.path === path);
  if (!page) {
    const frame = firstFrame(path);
    const own = path === notFoundPath ? template.replace(withoutScript, () => notFound) : template;
    const named = own
      .replace(
        title,
        () => `<title>${escape(config.brand.name)}</title>${prefetchMeta(path, config)}`,
      )
      .replace('</head>', `${preloads.map(preload).join('')}</head>`);
    if (frame === null) return named;
    const framed = withBody(named, path, frame).replaceAll(appScript, '$& fetchpriority="low"');
    return fetchedLater(framed.replaceAll(ofBrowser, ''), framed.match(ofBrowser) ?? []);
  }
  const { Component } = page;
  const readable = template.replace(withoutScript, '');
  const document = page.needsScript ? readable : withoutApp(readable);
  return withBody(replaceHead(document, headOf(page, request)), path, <Component />);
};

const notFound =
  '<noscript>There is no page at this address. <a href="/">Go to the home page</a>.</noscript>';

function withBody(document: string, path: string, content: ReactElement): string {
  const body = renderToStaticMarkup(<StaticRouter location={path}>{content}</StaticRouter>);
  return document.replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
}

function replaceHead(template: string, head: string): string {
  return template
    .replace(title, '')
    .replace(description, '')
    .replace('</head>', () => `${head}</head>`);
}

/** Returns the element that tells public/first-paint.js what the page will read first. */
function prefetchMeta(path: string, { url, publishableKey: key }: RuntimeConfig): string {
  if (path !== routes.app) return '';
  const urls = urlTemplates.map((template) => url + template.slice(placeholderOrigin.length));
  return `<meta name="prefetch-urls" content="${escape(JSON.stringify({ key, urls }))}">`;
}

function preload(file: string): string {
  return `<link rel="modulepreload" crossorigin href="/${file}">`;
}

/** A page that needs no script asks for the app's only when it is there itself. */
function withoutApp(template: string): string {
  const scripts = [
    ...template.matchAll(
      /<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)"/g,
    ),
  ];
  const later = scripts.map(
    ([, file]) => `<link rel="prefetch" as="script" crossorigin href="${file}">`,
  );
  return fetchedLater(template.replaceAll(starters, ''), later);
}

/** What nobody waits for is fetched once the page is there (public/first-paint.js). */
function fetchedLater(document: string, links: readonly string[]): string {
  return document.replace(
    '</head>',
    () => `<template id="later">${links.join('')}</template></head>`,
  );
}

function headOf(page: PublicPage, { config, origin }: PublicPageRequest): string {
  const site = config.brand.name;
  const name = page.title === null ? `${site} · ${page.tagline ?? ''}` : `${page.title} · ${site}`;
  const address = origin + page.path;
  const facts: readonly (readonly [kind: 'name' | 'property', name: string, content: string])[] = [
    ['name', 'description', page.description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', site],
    ['property', 'og:title', name],
    ['property', 'og:description', page.description],
    ['property', 'og:url', address],
    ['property', 'og:image', `${origin}/preview.png`],
    ['property', 'og:image:width', '1200'],
    ['property', 'og:image:height', '630'],
    ['property', 'og:image:alt', 'A prompt with its variables filled in'],
    ['name', 'twitter:card', 'summary_large_image'],
  ];
  return [
    `<title>${escape(name)}</title>`,
    `<link rel="canonical" href="${escape(address)}">`,
    ...facts.map(
      ([kind, name, content]) => `<meta ${kind}="${name}" content="${escape(content)}">`,
    ),
  ].join('');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import {
  notFoundPath,
  type PublicPageInfo,
  type PublicPageRenderer,
  type PublicPageRequest,
} from '#contract/public-pages.ts';
import { routes } from '#contract/routes.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { loadingPage } from '#web/app/loading-pages.tsx';
import { livePage, publicPages } from '#web/app/public-pages.tsx';
import { prefetchUrls } from './data/backend/prefetch-urls.ts';
import { setRuntimeConfig } from './data/backend/runtime-config.ts';

/*
 * Renders the public pages as complete documents. The build makes a module of this file for the
 * server, which renders each page once with its configuration (name, logo, links, flags). Pages
 * that show prompts are rendered at each request.
 */

const titleTag = /<title>.*?<\/title>/s;
const descriptionTag = /<meta\s+name="description"[^>]*>/;
/** Tags that start the app. */
const startTags =
  /\s*<script type="module"[^>]*><\/script>|\s*<link rel="(?:modulepreload|preload)"[^>]*>/g;

/** Links that the browser needs for installing the app, once the page is loaded. */
const browserLinks = /\s*<link rel="(?:apple-touch-icon|manifest)"[^>]*>/g;

/** The app's scripts. They load after what the loading page needs. */
const appScript = /<(?:script type|link rel)="module(?:preload)?"/g;

/** The notice for visitors without JavaScript, on pages that need it. */
const noscriptTag = /\s*<noscript>.*?<\/noscript>/s;

/** The URLs that /app reads first, with placeholders for the backend and the user. */
const placeholderOrigin = 'http://nowhere';
const urlTemplates = await prefetchUrls(placeholderOrigin, 'user-id');

export const pages: PublicPageRenderer['pages'] = publicPages.map(
  ({ Component: _component, ...info }) => info,
);

export const render: PublicPageRenderer['render'] = (request) => {
  const { path, config, content } = request;
  setRuntimeConfig(config);
  if (content) {
    const { Component, ...head } = livePage(content, request);
    const document = publicDocument(request, <Component />, head);
    return content.kind === 'prompt' ? withAppScripts(document, request.template) : document;
  }
  const page = publicPages.find((one) => one.path === path);
  if (!page) return appDocument(request);
  return publicDocument(request, <page.Component />, page);
};

/** Returns the document of a page that starts the app, with its loading page if it has one. */
function appDocument({ template, path, config, preloads }: PublicPageRequest): string {
  const loading = loadingPage(path);
  const html =
    path === notFoundPath ? template.replace(noscriptTag, () => notFoundNotice) : template;
  const named = html
    .replace(
      titleTag,
      () => `<title>${escape(config.brand.name)}</title>${prefetchMeta(path, config)}`,
    )
    .replace('</head>', `${preloads.map(preload).join('')}</head>`);
  if (loading === null) return named;
  const whole = withBody(named, path, loading).replaceAll(appScript, '$& fetchpriority="low"');
  return deferLinks(whole.replaceAll(browserLinks, ''), whole.match(browserLinks) ?? []);
}

/** Returns the document of a page that is complete without the app. */
function publicDocument(request: PublicPageRequest, body: ReactElement, head: PageHead): string {
  const { template, path, publicScript } = request;
  const html = template.replace(noscriptTag, '').replaceAll(startTags, '');
  const script = `<script type="module" crossorigin src="/${publicScript}"></script>`;
  return withBody(replaceHead(html, headOf(head, request) + script), path, body);
}

/** Adds the scripts of the app, which public/first-paint.js starts for signed-in users. */
function withAppScripts(document: string, template: string): string {
  const scripts = (template.match(startTags) ?? []).join('');
  return document.replace(
    '</head>',
    () => `<template id="app-scripts">${scripts}</template></head>`,
  );
}

const notFoundNotice =
  '<noscript>There is no page at this address. <a href="/">Go to the home page</a>.</noscript>';

function withBody(document: string, path: string, content: ReactElement): string {
  const body = renderToStaticMarkup(<StaticRouter location={path}>{content}</StaticRouter>);
  return document.replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
}

function replaceHead(template: string, head: string): string {
  return template
    .replace(titleTag, '')
    .replace(descriptionTag, '')
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

/** Returns the document with links that public/first-paint.js adds once the page has loaded. */
function deferLinks(document: string, links: readonly string[]): string {
  return document.replace(
    '</head>',
    () => `<template id="later">${links.join('')}</template></head>`,
  );
}

/** The page's title, description and preview, for the document's head. */
type PageHead = Omit<PublicPageInfo, 'path'> & {
  /** The preview image, as a path; the site's own by default. */
  readonly image?: string;
  /** Whether search engines leave the page out. */
  readonly isUnlisted?: boolean;
};

function headOf(page: PageHead, { config, origin, path }: PublicPageRequest): string {
  const site = config.brand.name;
  const name = page.title === null ? `${site} · ${page.tagline ?? ''}` : `${page.title} · ${site}`;
  const title = `<title>${escape(name)}</title>`;
  if (page.isUnlisted) return `${title}<meta name="robots" content="noindex">`;
  const address = origin + path;
  const facts: readonly (readonly [kind: 'name' | 'property', name: string, content: string])[] = [
    ['name', 'description', page.description],
    ['property', 'og:type', page.image === undefined ? 'website' : 'article'],
    ['property', 'og:site_name', site],
    ['property', 'og:title', page.image === undefined ? name : (page.title ?? name)],
    ['property', 'og:description', page.description],
    ['property', 'og:url', address],
    ['property', 'og:image', origin + (page.image ?? '/preview.png')],
    ['property', 'og:image:width', '1200'],
    ['property', 'og:image:height', '630'],
    [
      'property',
      'og:image:alt',
      page.image === undefined
        ? 'A prompt with its variables filled in'
        : `The prompt ${page.title}`,
    ],
    ['name', 'twitter:card', 'summary_large_image'],
  ];
  return [
    title,
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

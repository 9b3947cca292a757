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
import { loadingPage } from '#web/app/loading-pages.tsx';
import { publicPages, type PublicPage } from '#web/app/public-pages.ts';
import { prefetchUrls } from './data/backend/prefetch-urls.ts';
import { setRuntimeConfig } from './data/backend/runtime-config.ts';

/*
 * Renders the public pages as complete documents. The build makes a module of this file for the
 * server, which renders each page once with its configuration (name, logo, links, flags).
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
  ({ Component: _component, needsScript: _needsScript, ...info }) => info,
);

export const render: PublicPageRenderer['render'] = (request) => {
  const { template, path, config, preloads } = request;
  setRuntimeConfig(config);
  const page = publicPages.find((one) => one.path === path);
  if (!page) {
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
  const { Component } = page;
  const html = template.replace(noscriptTag, '');
  const document = page.needsScript ? html : deferApp(html);
  return withBody(replaceHead(document, headOf(page, request)), path, <Component />);
};

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

/** Prefetches the app's scripts after a page that works without them has loaded. */
function deferApp(template: string): string {
  const scripts = [
    ...template.matchAll(
      /<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)"/g,
    ),
  ];
  const later = scripts.map(
    ([, file]) => `<link rel="prefetch" as="script" crossorigin href="${file}">`,
  );
  return deferLinks(template.replaceAll(startTags, ''), later);
}

/** Returns the document with links that public/first-paint.js adds once the page has loaded. */
function deferLinks(document: string, links: readonly string[]): string {
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

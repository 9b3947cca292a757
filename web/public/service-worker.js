/*
 * Opens the app without a line. It keeps the page's own files, which are the same for everybody, and nothing of a
 * person: requests to the protocols pass by it. tools/build.ts fills in the two constants.
 */
const build = '';
/** Addresses of the build's files, and of what the empty page asks for. */
const files = [];

const prefix = 'cuebook.build.';
const current = prefix + build;
const shell = '/index.html?shell';
const configuration = '/config.json';
/** Where programs or links in mails lead: no business of ours, not even when they fail. */
const passing =
  /^\/(auth|rest|storage|realtime|functions)\/v1\/|^\/(dev|avatars|payments|webhooks|unsubscribe)(\/|$)/;

/** A new build takes over at once; what an open page of the last one still loads is kept until the next. */
self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldBuilds().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || passing.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(documentFor(request));
  else if (pathname === configuration) event.respondWith(latest(request));
  else if (files.includes(pathname) || pathname.startsWith('/assets/')) {
    event.respondWith(kept(request));
  }
});

async function keepFiles() {
  const cache = await caches.open(current);
  await cache.addAll([...files, shell, configuration]);
}

async function forgetOldBuilds() {
  const builds = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const older = builds.filter((name) => name !== current).slice(0, -1);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** A page as it is now; without a line the app, which finds its way by the address. */
async function documentFor(request) {
  try {
    return await fetch(request);
  } catch (reason) {
    return (await inCurrentBuild(shell)) ?? Promise.reject(reason);
  }
}

/** As it is now; without a line as it was last. */
async function latest(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await (await caches.open(current)).put(configuration, response.clone());
    return response;
  } catch (reason) {
    return (await inCurrentBuild(configuration)) ?? Promise.reject(reason);
  }
}

/** A file whose name is its content's, or one that belongs to a build: ours, if we have it. */
async function kept(request) {
  return (await inCurrentBuild(request)) ?? (await caches.match(request)) ?? fetch(request);
}

async function inCurrentBuild(request) {
  return (await caches.open(current)).match(request);
}

/*
 * Opens the app offline. Caches the app's own files, which are the same for everybody, and no user
 * data: requests to the protocols bypass it. tools/build.ts fills in the two constants.
 */
const build = '';
/** Addresses of the build's files and of the requests of the empty page. */
const files = [];

const prefix = 'cuebook.build.';
const current = prefix + build;
const shell = '/index.html?shell';
const configuration = '/config.json';
/** Addresses for programs and links in emails. They bypass the worker. */
const bypassed =
  /^\/(auth|rest|storage|realtime|functions)\/v1\/|^\/(dev|avatars|payments|webhooks|unsubscribe)(\/|$)/;

/**
 * Activates a new build at once. Open pages may still load files of the previous build, which stay
 * until the next one.
 */
self.addEventListener('install', (event) => {
  event.waitUntil(cacheFiles().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldBuilds().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || bypassed.test(pathname))
    return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (pathname === configuration) event.respondWith(loadConfiguration(request));
  else if (files.includes(pathname) || pathname.startsWith('/assets/')) {
    event.respondWith(cacheFirst(request));
  }
});

async function cacheFiles() {
  const cache = await caches.open(current);
  await cache.addAll([...files, shell, configuration]);
}

async function deleteOldBuilds() {
  const builds = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const older = builds.filter((name) => name !== current).slice(0, -1);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Responds with the page from the network; offline, with the app shell, which reads the address. */
async function openPage(request) {
  try {
    return await fetch(request);
  } catch (reason) {
    return (await inCurrentBuild(shell)) ?? Promise.reject(reason);
  }
}

/** Responds with the current configuration; offline, or if it can't be stored, with the last one. */
async function loadConfiguration(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await (await caches.open(current)).put(configuration, response.clone());
    return response;
  } catch (reason) {
    return (await inCurrentBuild(configuration)) ?? Promise.reject(reason);
  }
}

/**
 * Responds from the cache: this build's, then an older one's. File names contain a hash of the
 * content.
 */
async function cacheFirst(request) {
  return (await inCurrentBuild(request)) ?? (await caches.match(request)) ?? fetch(request);
}

async function inCurrentBuild(request) {
  return (await caches.open(current)).match(request);
}

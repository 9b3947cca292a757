/**
 * Lets the browser keep the app's own files, so that it opens without a line (public/service-worker.js). Only for who
 * is signed in, and only in a build: while one develops, files change under their names.
 */
export function installWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Where it is not allowed (plain http, a private window) the app works all the same, with a line.
  navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}

/**
 * Registers the service worker, so that the app opens offline (public/service-worker.js). Only for
 * signed-in users and in builds: during development, files change under the same name.
 */
export function installWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Service workers may be unavailable (plain HTTP, a private window). The app then works online
  // only.
  navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}

import { runtimeConfig } from '#web/data/backend/runtime-config.ts';

/**
 * Reports a new account to the installation's contact list, if there is one. Only logs a failure.
 */
export async function syncContact(email: string, name: string): Promise<void> {
  const { links, brand } = runtimeConfig();
  if (links.contactSync === null) return;
  try {
    const response = await fetch(links.contactSync, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, name, sourceApp: brand.name }),
    });
    if (!response.ok) console.warn(`Contact sync answered ${response.status}`);
  } catch (reason) {
    console.warn('Contact sync failed', reason);
  }
}

import '#web/ui/styles/index.css';
import { toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { sessionKey } from '#web/data/session/auth-storage.ts';
import { setRuntimeConfig } from '#web/data/backend/runtime-config.ts';
import { preserveFocus } from '#web/lib/react/preserve-focus.ts';
import { preloadToasts } from '#web/ui/feedback/toast.ts';
import { backend, installFakeBackend } from './fake-backend.ts';
import { omitOwnerStacks } from './omit-owner-stacks.ts';
import { session } from './session.ts';

setRuntimeConfig({
  url: location.origin,
  publishableKey: 'sb_publishable_test',
  brand: {
    name: 'Cuebook',
    logoUrl: null,
    officialAccount: { id: '00000000-0000-4000-8000-0000000000ff', name: 'Cuebook' },
  },
  signIn: {
    flow: 'implicit',
    provider: null,
    signUp: true,
    passkeys: true,
    passwordRules: { minLength: 8, required: ['upper', 'digit'] },
  },
  links: { tutorial: null, feedback: null, contact: null, contactSync: null },
  // Avatars need no request.
  avatarSource: 'data:,{style}/{seed}',
  flags: {
    versionHistoryBadge: true,
    payments: false,
    localMailbox: false,
    privateWebhooks: false,
  },
  payments: null,
});
installFakeBackend();
omitOwnerStacks();
preserveFocus();
localStorage.setItem(sessionKey, JSON.stringify(session));

// A toast whose script loads would come in a later test.
beforeAll(preloadToasts);

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(sessionKey, JSON.stringify(session));
  vi.spyOn(console, 'error');
});

afterEach(async () => {
  await removeToasts();
  // A page that outlives its test would ask for more, and find no routes.
  await cleanup();
  const errors = vi.mocked(console.error).mock.calls.map((values) => values.map(String).join(' '));
  vi.restoreAllMocks();
  const problems = [...errors, ...backend.reset().map((request) => `${request} has no route`)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

/** Removes the toasts, which outlive a page: the next test must not find them. */
async function removeToasts(): Promise<void> {
  // One that isn't drawn yet counts, too.
  const areGone = () =>
    toast.getToasts().length === 0 && document.querySelector('[data-sonner-toast]') === null;
  if (areGone()) return;
  // Again and again: a late answer may add one.
  await vi.waitUntil(() => areGone() || (toast.dismiss(), false), { timeout: 20_000 });
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { setRuntimeConfig } from '#web/data/backend/runtime-config.ts';
import { syncContact } from './contact-sync.ts';

const send = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal('fetch', send));
afterEach(() => {
  vi.unstubAllGlobals();
});

function configure(contactSync: string | null): void {
  // Only what is read here.
  setRuntimeConfig({ links: { contactSync }, brand: { name: 'Cuebook' } } as RuntimeConfig);
}

describe('syncContact', () => {
  it('sends nothing without an address', async () => {
    configure(null);
    await syncContact('ada@example.com', 'Ada');
    expect(send).not.toHaveBeenCalled();
  });

  it('only logs a failure', async () => {
    configure('https://crm.example/hook');
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    send.mockResolvedValueOnce(new Response(null, { status: 500 }));
    await syncContact('ada@example.com', 'Ada');
    send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await syncContact('ada@example.com', 'Ada');
    expect(send.mock.calls.map(([address]) => address)).toEqual([
      'https://crm.example/hook',
      'https://crm.example/hook',
    ]);
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });
});

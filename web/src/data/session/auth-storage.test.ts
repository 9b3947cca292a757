import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceStorage } from '#web/lib/testing/device-storage.ts';
import { authStorage, onSessionLifetime, readAuthItem, sessionKey } from './auth-storage.ts';

const clearResponses = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('#web/data/backend/offline-cache-store.ts', () => ({ clearResponses }));

/** A storage with room for `capacity` characters in all. */
class SmallStorage extends DeviceStorage {
  capacity = Number.POSITIVE_INFINITY;
  override setItem(key: string, value: string): void {
    const others = [...this.entries].filter(([name]) => name !== key);
    const used = others.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
    if (used + key.length + value.length > this.capacity) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    super.setItem(key, value);
  }
  /** Leaves no room for another character. */
  fill(): void {
    const used = [...this.entries].reduce(
      (sum, [name, text]) => sum + name.length + text.length,
      0,
    );
    this.capacity = used;
  }
}

let device: SmallStorage;
let tab: SmallStorage;
const lifetimes: string[] = [];
let stop: () => void;

beforeEach(() => {
  device = new SmallStorage();
  tab = new SmallStorage();
  vi.stubGlobal('localStorage', device);
  vi.stubGlobal('sessionStorage', tab);
  authStorage.removeItem(sessionKey);
  lifetimes.length = 0;
  stop = onSessionLifetime((lifetime) => lifetimes.push(lifetime));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const session = 'a'.repeat(3_000);
const refreshed = 'b'.repeat(3_100);

describe('authStorage', () => {
  it('stores the session on the device, and reserves space for the next one', async () => {
    await authStorage.setItem(sessionKey, session);
    expect(device.getItem(sessionKey)).toBe(session);
    device.fill();
    await authStorage.setItem(sessionKey, refreshed);
    expect(device.getItem(sessionKey)).toBe(refreshed);
    expect(readAuthItem(sessionKey)).toBe(refreshed);
    expect(lifetimes).toEqual([]);
  });

  it('removes entries that can be refetched first, and no draft', async () => {
    device.setItem('cuebook.group-count/me', '9'.repeat(3_200));
    device.setItem('cuebook.draft/me/create/1', 'words');
    device.setItem('cuebook.waiting/me/1', 'a save');
    device.fill();
    await authStorage.setItem(sessionKey, session);
    expect(device.getItem(sessionKey)).toBe(session);
    expect(device.getItem('cuebook.group-count/me')).toBeNull();
    expect(device.getItem('cuebook.draft/me/create/1')).toBe('words');
    expect(device.getItem('cuebook.waiting/me/1')).toBe('a save');
    expect(clearResponses).not.toHaveBeenCalled();
  });

  it('stores the session in the tab when the device has no room, and reports that once', async () => {
    device.setItem('cuebook.draft/me/create/1', 'words');
    device.fill();
    await authStorage.setItem(sessionKey, session);
    await authStorage.setItem(sessionKey, refreshed);
    expect(clearResponses).toHaveBeenCalled();
    expect(device.getItem(sessionKey)).toBeNull();
    expect(readAuthItem(sessionKey)).toBe(refreshed);
    expect(tab.getItem(sessionKey)).toBe(refreshed);
    expect(lifetimes).toEqual(['tab']);

    device.capacity = Number.POSITIVE_INFINITY;
    await authStorage.setItem(sessionKey, session);
    expect(tab.getItem(sessionKey)).toBeNull();
    expect(device.getItem(sessionKey)).toBe(session);
    expect(lifetimes).toEqual(['tab', 'device']);
  });

  it('removes a used session from the device', async () => {
    await authStorage.setItem(sessionKey, 'old');
    device.removeItem('cuebook.reserve');
    device.fill();
    await authStorage.setItem(sessionKey, refreshed);
    expect(device.getItem(sessionKey)).toBeNull();
    expect(readAuthItem(sessionKey)).toBe(refreshed);
  });

  it('keeps the session in memory when nothing can be stored', async () => {
    device.capacity = 0;
    tab.capacity = 0;
    await authStorage.setItem(sessionKey, session);
    expect(readAuthItem(sessionKey)).toBe(session);
    expect(lifetimes).toEqual(['page']);
    authStorage.removeItem(sessionKey);
    expect(readAuthItem(sessionKey)).toBeNull();
  });

  it('works when storage is blocked', async () => {
    vi.stubGlobal('localStorage', undefined);
    vi.stubGlobal('sessionStorage', undefined);
    await authStorage.setItem(sessionKey, session);
    expect(authStorage.getItem(sessionKey)).toBe(session);
    authStorage.removeItem(sessionKey);
    expect(authStorage.getItem(sessionKey)).toBeNull();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceStorage } from '#web/lib/testing/device-storage.ts';
import { authStorage, onSessionLifetime, readAuthItem, sessionKey } from './auth-storage.ts';

const clearResponses = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('#web/data/backend/offline-cache-store.ts', () => ({ clearResponses }));

/** A storage with room for so many characters in all. */
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
const renewed = 'b'.repeat(3_100);

describe('the storage of the session', () => {
  it('keeps it on the device, and room for the next one', async () => {
    await authStorage.setItem(sessionKey, session);
    expect(device.getItem(sessionKey)).toBe(session);
    device.fill();
    await authStorage.setItem(sessionKey, renewed);
    expect(device.getItem(sessionKey)).toBe(renewed);
    expect(readAuthItem(sessionKey)).toBe(renewed);
    expect(lifetimes).toEqual([]);
  });

  it('removes what can be fetched again before anything else, and no draft', async () => {
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

  it('keeps it in the tab where the device has no room at all, and says so once', async () => {
    device.setItem('cuebook.draft/me/create/1', 'words');
    device.fill();
    await authStorage.setItem(sessionKey, session);
    await authStorage.setItem(sessionKey, renewed);
    expect(clearResponses).toHaveBeenCalled();
    expect(device.getItem(sessionKey)).toBeNull();
    expect(readAuthItem(sessionKey)).toBe(renewed);
    expect(tab.getItem(sessionKey)).toBe(renewed);
    expect(lifetimes).toEqual(['tab']);

    device.capacity = Number.POSITIVE_INFINITY;
    await authStorage.setItem(sessionKey, session);
    expect(tab.getItem(sessionKey)).toBeNull();
    expect(device.getItem(sessionKey)).toBe(session);
    expect(lifetimes).toEqual(['tab', 'device']);
  });

  it('leaves no used-up session on the device for another tab', async () => {
    await authStorage.setItem(sessionKey, 'old');
    device.removeItem('cuebook.reserve');
    device.fill();
    await authStorage.setItem(sessionKey, renewed);
    expect(device.getItem(sessionKey)).toBeNull();
    expect(readAuthItem(sessionKey)).toBe(renewed);
  });

  it('keeps it for this page where nothing can be stored', async () => {
    device.capacity = 0;
    tab.capacity = 0;
    await authStorage.setItem(sessionKey, session);
    expect(readAuthItem(sessionKey)).toBe(session);
    expect(lifetimes).toEqual(['page']);
    authStorage.removeItem(sessionKey);
    expect(readAuthItem(sessionKey)).toBeNull();
  });

  it('works where storage is blocked', async () => {
    vi.stubGlobal('localStorage', undefined);
    vi.stubGlobal('sessionStorage', undefined);
    await authStorage.setItem(sessionKey, session);
    expect(authStorage.getItem(sessionKey)).toBe(session);
    authStorage.removeItem(sessionKey);
    expect(authStorage.getItem(sessionKey)).toBeNull();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceStorage } from '#web/lib/testing/device-storage.ts';
import { keptFragment } from './kept-fragment.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', new DeviceStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('keptFragment', () => {
  it('returns a fragment to the address that has its id', () => {
    const id = keptFragment.store('#one');
    expect(keptFragment.read(id)).toBe('#one');
    expect(keptFragment.read(null)).toBe('');
    expect(keptFragment.read('another')).toBe('');
  });

  it('has one at a time, and none after two hours or once it is cleared', () => {
    const first = keptFragment.store('#one');
    const second = keptFragment.store('#two');
    expect(keptFragment.read(first)).toBe('');
    vi.advanceTimersByTime(7_199_000);
    expect(keptFragment.read(second)).toBe('#two');
    vi.advanceTimersByTime(1_000);
    expect(keptFragment.read(second)).toBe('');
    const third = keptFragment.store('#three');
    keptFragment.clear();
    expect(keptFragment.read(third)).toBe('');
  });

  it('has none for an address without an id while nothing is stored', () => {
    expect(keptFragment.read('')).toBe('');
  });
});

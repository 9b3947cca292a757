import { onTestFinished, vi } from 'vitest';

/** Keeps toasts until the test is finished. On a busy machine, they would be gone before it looks. */
export function stopToastClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

import { expect, it, vi } from 'vitest';
import { UploadLocks } from './upload-locks.ts';

const locks = new UploadLocks(null);
const nobodyLeaves = new AbortController().signal;

function take(id: string, client = nobodyLeaves) {
  const lock = locks.lockerFor(client).newLock(id);
  const endSoon = vi.fn<() => void>();
  return { endSoon, unlock: () => lock.unlock(), taken: lock.lock(nobodyLeaves, endSoon) };
}

it('requests get an upload one after the other, and are asked to end while others wait', async () => {
  const [first, second, third] = [take('a'), take('a'), take('a')];
  const order: string[] = [];
  void second.taken.then(() => order.push('second'));
  void third.taken.then(() => order.push('third'));
  await first.taken;
  await take('b').taken;
  expect(first.endSoon).toHaveBeenCalled();
  expect(second.endSoon).not.toHaveBeenCalled();
  await first.unlock();
  await second.taken;
  expect(second.endSoon).toHaveBeenCalled();
  expect(order).toEqual(['second']);
  await second.unlock();
  await third.taken;
  expect(third.endSoon).not.toHaveBeenCalled();
  await third.unlock();
  await take('a').taken;
});

it('a request whose client leaves is skipped', async () => {
  const client = new AbortController();
  const first = take('c');
  const left = take('c', client.signal);
  const third = take('c');
  client.abort();
  await expect(left.taken).rejects.toMatchObject({ status_code: 423 });
  await expect(take('c', client.signal).taken).rejects.toMatchObject({ status_code: 423 });
  await first.unlock();
  await third.taken;
});

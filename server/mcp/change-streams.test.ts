import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ChangeStream, ChangeStreams } from './change-streams.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function streamOf(more: Partial<ChangeStream> = {}): ChangeStream {
  return {
    callerKey: 'ada',
    follow: () => Promise.resolve(() => {}),
    isStillAllowed: () => Promise.resolve(true),
    ...more,
  };
}

/** Changes that are followed, and happen when `change` is called. */
function followedChanges() {
  let announce = () => {};
  const unfollow = vi.fn<() => void>();
  const follow = (listener: () => void) => {
    announce = listener;
    return Promise.resolve(unfollow);
  };
  return { follow, unfollow, change: () => announce() };
}

it('a stream ends soon after its token was revoked, and stops following', async () => {
  const streams = new ChangeStreams();
  let isAllowed = true;
  const { follow, unfollow } = followedChanges();
  const onEnd = vi.fn<() => void>();
  const isStillAllowed = () => Promise.resolve(isAllowed);
  await streams.open(streamOf({ follow, isStillAllowed }), () => {}, onEnd);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  isAllowed = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(unfollow).toHaveBeenCalledOnce();
});

it('a stream stays open while the database cannot say whether its token is valid', async () => {
  const streams = new ChangeStreams();
  const onEnd = vi.fn<() => void>();
  const isStillAllowed = () => Promise.reject(new Error('no database'));
  await streams.open(streamOf({ isStillAllowed }), () => {}, onEnd);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onEnd).not.toHaveBeenCalled();
});

it('changes that come together are one message', async () => {
  const streams = new ChangeStreams();
  const { follow, change } = followedChanges();
  const onChange = vi.fn<() => void>();
  await streams.open(streamOf({ follow }), onChange, () => {});
  for (let count = 0; count < 50; count++) change();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onChange).toHaveBeenCalledOnce();
});

it('a stream whose changes cannot be followed takes no room', async () => {
  const streams = new ChangeStreams();
  const follow = () => Promise.reject(new Error('no slot'));
  for (let count = 0; count < 30; count++) {
    await expect(
      streams.open(
        streamOf({ follow }),
        () => {},
        () => {},
      ),
    ).rejects.toThrow('no slot');
  }
  expect(streams.hasRoomFor('ada')).toBe(true);
});

it('a stream whose client stops reading ends, and stops following', async () => {
  const streams = new ChangeStreams();
  const { follow, unfollow, change } = followedChanges();
  const changeOften = async (times: number) => {
    for (let count = 0; count < times; count++) {
      change();
      await vi.advanceTimersByTimeAsync(200);
    }
  };
  const { body } = await streams.respond(streamOf({ follow }));
  const reader = body?.getReader();
  await changeOften(60);
  await reader?.read();
  expect(unfollow).not.toHaveBeenCalled();
  await changeOften(60);
  expect(unfollow).toHaveBeenCalled();
  await expect(reader?.read()).rejects.toThrow('does not read');
});

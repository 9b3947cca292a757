import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LargeBodies } from './large-bodies.ts';
import type { RestRequest } from './rest-request.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function requestWith(header: string, value: string, body: Promise<Uint8Array>): RestRequest {
  return {
    method: 'POST',
    target: '/none',
    headers: { get: (name) => (name === header ? value : null), toJson: () => '{}' },
    clientAddress: () => '192.0.2.1',
    body: () => body,
  };
}

it.each([
  ['content-length', '1600000'],
  ['transfer-encoding', 'chunked'],
])(
  'a large body with %s that never comes keeps others waiting for minutes only',
  async (...header) => {
    const bodies = new LargeBodies(16 * 1024 * 1024);
    const run = (body: Promise<Uint8Array>) =>
      bodies.run(
        requestWith(...header, body),
        () => 'somebody',
        async (request) => {
          await request.body();
          return { status: 201, headers: [], body: null };
        },
      );
    const stuck = Array.from({ length: 4 }, () => run(new Promise(() => {})));
    const refused = Promise.all(
      stuck.map((each) => expect(each).rejects.toMatchObject({ status: 408 })),
    );
    const fifth = run(Promise.resolve(new Uint8Array()));
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    await refused;
    expect(await fifth).toMatchObject({ status: 201 });
  },
);

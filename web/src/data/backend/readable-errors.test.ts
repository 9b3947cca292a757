import { describe, expect, it, vi } from 'vitest';
import { withReadableErrors } from './readable-errors.ts';

vi.spyOn(console, 'warn').mockReturnValue();

const html = { 'content-type': 'text/html; charset=utf-8' };

async function send(response: Response, onMissingAccount?: () => void) {
  const readable = await withReadableErrors(
    () => Promise.resolve(response),
    onMissingAccount,
  )('/x');
  const body: unknown = await readable.json();
  return { status: readable.status, body };
}

describe('withReadableErrors', () => {
  it('leaves a successful response alone', async () => {
    const response = Response.json([{ message: 'permission denied' }]);
    expect(await withReadableErrors(() => Promise.resolve(response))('/x')).toBe(response);
  });

  it('turns a proxy page into an error of the protocol', async () => {
    const page = () => '<!doctype html><h1>502 Bad Gateway</h1>';
    const sentence = "The server can't be reached right now. Wait a moment, then try again.";
    for (const status of [200, 403, 404, 502]) {
      expect(await send(new Response(page(), { status, headers: html }))).toEqual({
        status: 502,
        body: { message: sentence, msg: sentence, hint: null },
      });
    }
  });

  it('says how long a rate limit lasts, from seconds or a date', async () => {
    const limited = (wait: string) =>
      new Response('<html>', { status: 429, headers: { ...html, 'retry-after': wait } });
    expect((await send(limited('40'))).body).toMatchObject({
      message: 'Too many requests. Try again in 40 seconds.',
    });
    const soon = new Date(Date.now() + 30_000).toUTCString();
    expect(JSON.stringify((await send(limited(soon))).body)).toMatch(
      /Try again in (29|30) seconds\./,
    );
  });

  it('keeps status, code and other fields, and drops the hint of a replaced text', async () => {
    const raw = { code: '42P01', message: 'relation "x" does not exist', hint: 'y', details: null };
    expect(await send(Response.json(raw, { status: 404 }))).toMatchObject({
      status: 404,
      body: { code: '42P01', hint: null, details: null },
    });
  });

  it('leaves a 404 with an empty body or a list alone', async () => {
    const response = new Response('[]', { status: 404 });
    const readable = await withReadableErrors(() => Promise.resolve(response))('/x');
    expect(await readable.text()).toBe('[]');
  });

  it('reports a deleted account, found by a table or by Auth', async () => {
    const report = vi.fn();
    const message = 'violates foreign key constraint "groups_user_id_fkey"';
    await send(Response.json({ code: '23503', message }, { status: 409 }), report);
    await send(
      Response.json({ code: 403, error_code: 'user_not_found', msg: 'x' }, { status: 403 }),
      report,
    );
    expect(report).toHaveBeenCalledTimes(2);
    await send(
      Response.json({ code: '23503', message: '"prompts_group_id_fkey"' }, { status: 409 }),
      report,
    );
    expect(report).toHaveBeenCalledTimes(2);
  });
});

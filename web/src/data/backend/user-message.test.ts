import { describe, expect, it } from 'vitest';
import { userMessage, type Failure } from './user-message.ts';

const failure = (fields: Partial<Failure>): Failure => ({
  status: 400,
  code: null,
  message: null,
  ...fields,
});

describe('userMessage', () => {
  it.each<[what: string, fields: Partial<Failure>, text: string]>([
    [
      'a broken constraint, from its name',
      {
        code: '23514',
        message:
          'new row for relation "prompts" violates check constraint "a title has at most 500 characters"',
      },
      'A title has at most 500 characters.',
    ],
    [
      'an error that the product raises',
      { code: 'P0001', message: 'Too many chains' },
      'Too many chains',
    ],
    [
      'a refusal with a text of the product',
      { status: 403, code: '42501', message: 'A team keeps at least one owner' },
      'A team keeps at least one owner',
    ],
    [
      'an error of Auth',
      { code: 'invalid_credentials', message: 'Invalid login credentials' },
      'Invalid login credentials',
    ],
    [
      'a deleted account',
      {
        status: 409,
        code: '23503',
        message:
          'insert or update on table "prompts" violates foreign key constraint "prompts_user_id_fkey"',
      },
      'This account no longer exists: it was deleted.',
    ],
    [
      'a deleted row',
      {
        status: 409,
        code: '23503',
        message:
          'insert or update on table "prompts" violates foreign key constraint "prompts_group_id_fkey"',
      },
      'It belongs to something that was deleted meanwhile. Reload the page, then try again.',
    ],
    [
      'a missing permission without a session',
      { status: 401, code: '42501', message: 'permission denied for table prompts' },
      'User not authenticated',
    ],
    [
      'a rate limit with seconds',
      { status: 429, code: 'over_request_rate_limit', message: 'Limit', retryAfter: 40 },
      'Too many requests. Try again in 40 seconds.',
    ],
    [
      'a rate limit with minutes',
      { status: 429, message: '<html>', retryAfter: 600 },
      'Too many requests. Try again in 10 minutes.',
    ],
    [
      'a rate limit with seconds in its text',
      {
        status: 429,
        code: 'over_email_send_rate_limit',
        message: 'For security purposes, you can only request this after 7 seconds.',
      },
      'Too many requests. Try again in 7 seconds.',
    ],
    [
      'a rate limit without a time',
      { status: 429 },
      'Too many requests. Wait a minute, then try again.',
    ],
    [
      'a proxy whose server is down',
      { status: 502, message: '<html>Bad Gateway</html>' },
      "The server can't be reached right now. Wait a moment, then try again.",
    ],
    [
      'a busy server',
      { status: 503, code: 'PGRST000', message: 'Database connection error.' },
      'The server is busy right now. Wait a moment, then try again.',
    ],
    [
      'an unknown error, with its request id',
      {
        status: 500,
        code: 'XX000',
        message: 'cache lookup failed for type 1',
        requestId: '0a1b2c3d-9999',
      },
      'The server had a problem of its own. Wait a moment, then try again. (Reference 0a1b2c3d)',
    ],
    [
      'a text for developers',
      { code: 'PGRST204', message: "Could not find the 'x' column of 'prompts'" },
      'The server did not accept this. Reload the page, then try again.',
    ],
    [
      'an invalid function argument',
      { code: '22023', message: 'cannot extract elements from a scalar' },
      'The server did not accept this. Reload the page, then try again.',
    ],
    [
      "PostgreSQL's own refusal",
      { code: '42501', status: 403, message: 'permission denied for table prompts' },
      'The server did not accept this. Reload the page, then try again.',
    ],
  ])('returns the text for %s', (_, fields, text) => {
    expect(userMessage(failure(fields))).toBe(text);
  });
});

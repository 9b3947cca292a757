import { AuthRetryableFetchError, AuthSessionMissingError } from '@supabase/auth-js';
import { describe, expect, it, vi } from 'vitest';
import { toDataError } from './data-error.ts';

const unanswered = 'The server did not answer. Check your connection, then try again.';

describe('toDataError', () => {
  it.each([
    ['Chromium', new TypeError('Failed to fetch')],
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari', new TypeError('Load failed')],
    ['Safari, offline', new TypeError('The Internet connection appears to be offline.')],
    ['the client of PostgREST', { message: 'TypeError: Load failed' }],
    ['the client of Auth', new AuthRetryableFetchError('Failed to fetch', 0)],
    ['a time-out', new DOMException('signal timed out', 'TimeoutError')],
    ['a chunk', new TypeError('error loading dynamically imported module: /assets/x.js')],
    [
      'a page instead of JSON',
      new SyntaxError('Unexpected token \'<\', "<html>" is not valid JSON'),
    ],
    ['a page as a text', { message: '<html><body>Bad Gateway' }],
  ])('says that nothing came back for what %s throws', (_, reason) => {
    expect(toDataError(reason).message).toBe(unanswered);
  });

  it('says the same of each error in the page itself, and logs what it was', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const reason = new TypeError("Cannot read properties of undefined (reading 'x')");
    expect(toDataError(reason).message).toBe(
      'Something went wrong in this page. Reload it, then try again.',
    );
    expect(log).toHaveBeenCalledWith(reason);
  });

  it('says that nobody is signed in when the session is gone', () => {
    expect(toDataError(new AuthSessionMissingError()).message).toBe('User not authenticated');
  });

  it('keeps a sentence of the page', () => {
    expect(toDataError(new Error('The file is too large.')).message).toBe('The file is too large.');
  });
});

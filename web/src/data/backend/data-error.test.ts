import { AuthRetryableFetchError, AuthSessionMissingError } from '@supabase/auth-js';
import { describe, expect, it, vi } from 'vitest';
import { toDataError } from './data-error.ts';

const unanswered = 'The server did not answer. Check your connection, then try again.';

describe('toDataError', () => {
  it.each([
    ['Chromium', new TypeError('Failed to fetch')],
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari', new TypeError('Load failed')],
    ['Safari, for a request that a navigation ends', new TypeError('cancelled')],
    ['WebKitGTK, for the same', { message: 'TypeError: Load request cancelled' }],
    ['WebKit, for a copied response', { message: 'TypeError: TypeError: Load cancelled' }],
    ['Safari, offline', new TypeError('The Internet connection appears to be offline.')],
    ['postgrest-js', { message: 'TypeError: Load failed' }],
    ['auth-js', new AuthRetryableFetchError('Failed to fetch', 0)],
    ['a time-out', new DOMException('signal timed out', 'TimeoutError')],
    [
      'a chunk that does not load',
      new TypeError('error loading dynamically imported module: /assets/x.js'),
    ],
    ['HTML instead of JSON', new SyntaxError('Unexpected token \'<\', "<html>" is not valid JSON')],
    ['an HTML page as text', { message: '<html><body>Bad Gateway' }],
  ])('reports a missing response for the error of %s', (_, reason) => {
    expect(toDataError(reason).message).toBe(unanswered);
  });

  it('reports errors of the page itself with one text, and logs them', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const reason = new TypeError("Cannot read properties of undefined (reading 'x')");
    expect(toDataError(reason).message).toBe(
      'Something went wrong in this page. Reload it, then try again.',
    );
    expect(log).toHaveBeenCalledWith(reason);
  });

  it('reports a missing session', () => {
    expect(toDataError(new AuthSessionMissingError()).message).toBe('User not authenticated');
  });

  it('keeps a text of the page', () => {
    expect(toDataError(new Error('The file is too large.')).message).toBe('The file is too large.');
  });
});

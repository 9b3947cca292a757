/**
 * Returns whether a response is an HTML page: that of a proxy, or a network's sign-in page, instead
 * of the server's.
 */
export function isHtml(response: Response): boolean {
  return /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
}

/** Whether a response is a web page: of a proxy, or the sign-in page of a network, in place of the server's answer. */
export function isHtml(response: Response): boolean {
  return /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
}

/** The codings that Node's fetch decodes. It passes a body on as it is if there is any other. */
const decoded = /^((x-)?gzip|deflate|br|zstd)(\s*,\s*((x-)?gzip|deflate|br|zstd))*$/i;

/**
 * Returns a fetch whose responses have no headers that describe the encoded body once it is decoded.
 * Node leaves them, so that passing on body and headers would send a wrong response. Deno doesn't.
 */
export function withDecodedHeaders(nodeFetch: typeof fetch): typeof fetch {
  return async (input, init) => removeEncoding(await nodeFetch(input, init));
}

function removeEncoding(response: Response): Response {
  if (!decoded.test(response.headers.get('content-encoding') ?? '')) return response;
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  // A new Response would have neither url nor redirected.
  return Object.defineProperties(response, {
    headers: { value: headers },
    clone: { value: () => removeEncoding(Response.prototype.clone.call(response)) },
  });
}

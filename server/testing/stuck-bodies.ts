import { request } from 'node:http';

/**
 * Sends four requests whose large bodies don't end, as many as a caller may have at once. Returns a
 * function that ends their connections.
 */
export function sendStuckBodies(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
): () => void {
  const stuck = Array.from({ length: 4 }, () => {
    const outgoing = request(url, { method, headers: { ...headers, 'content-length': '500000' } });
    outgoing.on('error', () => {});
    outgoing.write('{');
    return outgoing;
  });
  return () => {
    for (const outgoing of stuck) outgoing.destroy();
  };
}

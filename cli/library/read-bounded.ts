/** Returns the text of a response, or null if it is longer: an address may be that of any server. */
export async function readBounded({ body }: Response, maxBytes: number): Promise<string | null> {
  const parts: AsyncIterable<Uint8Array> | readonly [] = body ?? [];
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of parts) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

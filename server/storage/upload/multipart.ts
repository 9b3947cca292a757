import { collectBytes } from '#server/http/body/read-bytes.ts';
import { StorageError } from '#server/storage/storage-error.ts';

/** One part of a form. Its body must be read before the next part. */
export interface FormPart {
  readonly name: string;
  /** Whether the part is a file, not a text field. */
  readonly isFile: boolean;
  readonly contentType: string | null;
  readonly body: AsyncGenerator<Buffer>;
}

const maxHeaderBytes = 16 * 1024;
const maxFieldBytes = 256 * 1024;
const headersEnd = Buffer.from('\r\n\r\n');

function malformed(): StorageError {
  return new StorageError('InvalidRequest', 'The form is not complete');
}

/** Returns the boundary of a form's Content-Type; null for any other body. */
export function formBoundary(contentType: string): string | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null;
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed();
  return boundary;
}

function describePart(head: string): Omit<FormPart, 'body'> {
  const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(head)?.[1] ?? '';
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '';
  const typeLine = head.split(/\r?\n/).find((line) => /^content-type:/i.test(line));
  const contentType = typeLine?.slice('content-type:'.length).trim() || null;
  return { name, isFile: /;\s*filename\*?=/i.test(disposition), contentType };
}

/** Reads a form (RFC 7578) as it arrives. It never holds more than a chunk of a file. */
export async function* readForm(
  source: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<FormPart> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const chunks = source[Symbol.asyncIterator]();
  // The first delimiter has no line break before it.
  let buffered: Buffer = Buffer.from('\r\n');

  async function readMore(): Promise<void> {
    const next = await chunks.next();
    if (next.done === true) throw malformed();
    buffered = buffered.length === 0 ? next.value : Buffer.concat([buffered, next.value]);
  }

  async function* untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = buffered.indexOf(delimiter);
      const end = at >= 0 ? at : Math.max(0, buffered.length - delimiter.length + 1);
      const part = buffered.subarray(0, end);
      buffered = buffered.subarray(at >= 0 ? end + delimiter.length : end);
      if (part.length > 0) yield part;
      if (at >= 0) return;
      await readMore();
    }
  }

  async function readHead(): Promise<string> {
    for (;;) {
      const at = buffered.indexOf(headersEnd);
      if (at > maxHeaderBytes || (at < 0 && buffered.length > maxHeaderBytes)) throw malformed();
      if (at >= 0) {
        const head = buffered.toString('utf8', 0, at);
        buffered = buffered.subarray(at + headersEnd.length);
        return head;
      }
      await readMore();
    }
  }

  async function skip(rest: AsyncGenerator<Buffer>): Promise<void> {
    while ((await rest.next()).done !== true);
  }

  try {
    await skip(untilDelimiter());
    for (;;) {
      while (buffered.length < 2) await readMore();
      if (buffered.toString('latin1', 0, 2) === '--') return;
      const body = untilDelimiter();
      yield { ...describePart(await readHead()), body };
      await skip(body);
    }
  } finally {
    // Else nobody could read the rest of the body, and the connection would be closed.
    await chunks.return?.();
  }
}

/** Reads a text field of a form. */
export async function readField({ body }: FormPart): Promise<string> {
  const bytes = await collectBytes(body, maxFieldBytes);
  if (bytes === null) throw new StorageError('EntityTooLarge', 'A field is too large');
  return bytes.toString();
}

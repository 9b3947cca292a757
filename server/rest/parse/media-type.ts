import { refuse } from '#server/rest/rest-error.ts';

/** In what form an answer is wanted. */
export type MediaType =
  | { readonly kind: 'json'; readonly strip: boolean; readonly vendor: boolean }
  | { readonly kind: 'object'; readonly strip: boolean }
  | { readonly kind: 'csv' }
  | { readonly kind: 'openapi' }
  /** One value as it is: only for functions that return one text, xml or bytea. */
  | { readonly kind: 'raw'; readonly type: 'text' | 'xml' | 'bytes' };

const json: MediaType = { kind: 'json', strip: false, vendor: false };

function readOne(entry: string): MediaType | null {
  const [name = '', ...parameters] = entry
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const strip = parameters.includes('nulls=stripped');
  switch (name) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return json;
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return { kind: 'json', strip, vendor: true };
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return { kind: 'object', strip };
    case 'text/csv':
      return { kind: 'csv' };
    case 'application/openapi+json':
      return { kind: 'openapi' };
    case 'text/plain':
      return { kind: 'raw', type: 'text' };
    case 'text/xml':
      return { kind: 'raw', type: 'xml' };
    case 'application/octet-stream':
      return { kind: 'raw', type: 'bytes' };
    default:
      return null;
  }
}

function quality(entry: string): number {
  const given = /;\s*q\s*=\s*([0-9.]+)/i.exec(entry)?.[1];
  return given === undefined ? 1 : Number(given);
}

/** Reads Accept: the preferred of the forms that we know. Throws PGRST107 when there is none. */
export function parseAccept(header: string | null): readonly MediaType[] {
  if (header === null || header.trim() === '' || header === '*/*') return [json];
  const entries = header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const known = entries
    .map((entry) => ({ media: readOne(entry), quality: quality(entry) }))
    .sort((a, b) => b.quality - a.quality)
    .map(({ media }) => media)
    .filter((media) => media !== null);
  if (known.length === 0) throw refuse.mediaType(entries.join(', '));
  return known;
}

export function mediaTypeName(media: MediaType): string {
  switch (media.kind) {
    case 'json':
      return media.vendor
        ? `application/vnd.pgrst.array+json${media.strip ? ';nulls=stripped' : ''}; charset=utf-8`
        : 'application/json; charset=utf-8';
    case 'object':
      return `application/vnd.pgrst.object+json${media.strip ? ';nulls=stripped' : ''}; charset=utf-8`;
    case 'csv':
      return 'text/csv; charset=utf-8';
    case 'openapi':
      return 'application/openapi+json; charset=utf-8';
    case 'raw':
      return media.type === 'bytes'
        ? 'application/octet-stream'
        : `text/${media.type === 'xml' ? 'xml' : 'plain'}; charset=utf-8`;
  }
}

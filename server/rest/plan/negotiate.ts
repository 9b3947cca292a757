/** Chooses the media type and the body encoding of a response. */
import { chooseMedia, type MediaType } from '#server/rest/parse/media-type.ts';
import type { QualifiedName, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import type { BodyEncoding } from './response-body.ts';

export interface Negotiated {
  readonly media: MediaType;
  readonly encoding: BodyEncoding;
}

/** The properties of a resource that decide its available media types. */
export interface ResourceOffer {
  readonly schema: SchemaCache;
  /** The requested relation or function. */
  readonly resource: QualifiedName;
  /**
   * Whether all columns are selected and nothing is embedded. Only then do handlers for the row
   * type apply.
   */
  readonly whole: boolean;
  /** The type and the column of the result if it is single values; null if it is rows. */
  readonly values: { readonly type: string; readonly column: string } | null;
}

const json: Negotiated = {
  media: { kind: 'json', strip: false },
  encoding: { kind: 'json', strip: false },
};

/** Media types, and the types of values that they carry unencoded, without a handler. */
const plainTypes: Readonly<Record<string, readonly string[]>> = {
  'text/plain': ['text', 'character varying', 'bpchar', 'name', 'json', 'jsonb', 'xml'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
};

function plainValues(name: string, { values }: ResourceOffer): Negotiated | null {
  if (values === null || plainTypes[name]?.includes(values.type) !== true) return null;
  const { type, column } = values;
  return {
    media: { kind: 'other', name },
    encoding: { kind: 'values', column, bytes: type === 'bytea' },
  };
}

function byHandler(name: string, { schema, resource, whole }: ResourceOffer): Negotiated | null {
  const mediaHandler =
    (whole && (schema.mediaHandler(resource, '*/*') ?? schema.mediaHandler(resource, name))) ||
    schema.mediaHandler(null, name);
  if (!mediaHandler) return null;
  const { mediaType, ...handler } = mediaHandler;
  return {
    media: mediaType === 'text/csv' ? { kind: 'csv' } : mediaOf(mediaType),
    encoding: { kind: 'handler', ...handler },
  };
}

function mediaOf(name: string): MediaType {
  return name === 'application/json' ? { kind: 'json', strip: false } : { kind: 'other', name };
}

function representationOf(media: MediaType, offer: ResourceOffer): Negotiated | null {
  switch (media.kind) {
    case 'object':
      return { media, encoding: media };
    case 'json':
      if (media.strip) return { media, encoding: media };
      return byHandler('application/json', offer) ?? json;
    case 'csv':
      return byHandler('text/csv', offer) ?? { media, encoding: media };
    case 'any':
      return byHandler('*/*', offer) ?? json;
    case 'other':
      return byHandler(media.name, offer) ?? plainValues(media.name, offer);
    case 'plan': {
      const of = offer.schema.settings.plans ? representationOf(media.of, offer) : null;
      return of === null ? null : { media: { ...media, of: of.media }, encoding: of.encoding };
    }
  }
}

/** Returns the first accepted media type that is available. Throws PGRST107 if none is. */
export function negotiate(accept: readonly MediaType[], offer: ResourceOffer): Negotiated {
  return chooseMedia(accept, (media) => representationOf(media, offer));
}

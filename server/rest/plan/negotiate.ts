/** Which of the accepted media types is answered, and how its body is written. */
import { chooseMedia, type MediaType } from '#server/rest/parse/media-type.ts';
import type { RelationName, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import type { Writing } from './body-form.ts';

export interface Negotiated {
  readonly media: MediaType;
  readonly writing: Writing;
}

export interface Offer {
  readonly schema: SchemaCache;
  /** The relation or function that is asked for. */
  readonly resource: RelationName;
  /** Whether all columns are selected and nothing is embedded: only so a handler for its rows gets them. */
  readonly whole: boolean;
  /** The single values that the answer is made of, by their type and column; null when they are rows. */
  readonly values: { readonly type: string; readonly column: string } | null;
}

const json: Negotiated = {
  media: { kind: 'json', strip: false },
  writing: { kind: 'json', strip: false },
};

/** Media types in which values of a type can be had as they are, without a handler. */
const plainTypes: Readonly<Record<string, readonly string[]>> = {
  'text/plain': ['text', 'character varying', 'bpchar', 'name', 'json', 'jsonb', 'xml'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
};

function plain(name: string, { values }: Offer): Negotiated | null {
  if (values === null || plainTypes[name]?.includes(values.type) !== true) return null;
  const { type, column } = values;
  return {
    media: { kind: 'other', name },
    writing: { kind: 'values', column, bytes: type === 'bytea' },
  };
}

function byHandler(name: string, { schema, resource, whole }: Offer): Negotiated | null {
  const found =
    (whole && (schema.mediaHandler(resource, '*/*') ?? schema.mediaHandler(resource, name))) ||
    schema.mediaHandler(null, name);
  if (!found) return null;
  const { handler, target, bytes, mediaType } = found;
  return {
    media: mediaType === 'text/csv' ? { kind: 'csv' } : mediaOf(mediaType),
    writing: { kind: 'handler', handler, target, bytes },
  };
}

function mediaOf(name: string): MediaType {
  return name === 'application/json' ? { kind: 'json', strip: false } : { kind: 'other', name };
}

function make(media: MediaType, offer: Offer): Negotiated | null {
  switch (media.kind) {
    case 'object':
      return { media, writing: media };
    case 'json':
      if (media.strip) return { media, writing: media };
      return byHandler('application/json', offer) ?? json;
    case 'csv':
      return byHandler('text/csv', offer) ?? { media, writing: media };
    case 'any':
      return byHandler('*/*', offer) ?? json;
    case 'other':
      return byHandler(media.name, offer) ?? plain(media.name, offer);
    case 'plan': {
      const of = offer.schema.settings.plans ? make(media.of, offer) : null;
      return of === null ? null : { media: { ...media, of: of.media }, writing: of.writing };
    }
  }
}

/** Throws PGRST107 when the answer cannot be had in any accepted form. */
export function negotiate(accept: readonly MediaType[], offer: Offer): Negotiated {
  return chooseMedia(accept, (media) => make(media, offer));
}

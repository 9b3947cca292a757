import { refuse } from '#server/rest/rest-error.ts';

/** An entry of the Accept header. */
export type MediaType =
  | { readonly kind: 'json'; readonly strip: boolean }
  | { readonly kind: 'object'; readonly strip: boolean }
  | { readonly kind: 'csv' }
  /** Any type without its own kind. Only some resources can be sent in it. */
  | { readonly kind: 'other'; readonly name: string }
  /** The wildcard for every type. As in PostgREST, one for a part of them is no wildcard. */
  | { readonly kind: 'any' }
  /** PostgreSQL's execution plan for a response of the media type `of`. */
  | {
      readonly kind: 'plan';
      readonly format: 'text' | 'json';
      readonly of: MediaType;
      readonly options: readonly PlanOption[];
    };

const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;
type PlanOption = (typeof planOptions)[number];

/** Returns the value of a parameter without its quotes, or an empty text. */
function parameterValue(parameters: readonly string[], name: string): string {
  const parameter = parameters.find((entry) => entry.startsWith(`${name}=`)) ?? '';
  return parameter.slice(name.length + 1).replace(/^"(.*)"$/, '$1');
}

function readPlan(name: string, parameters: readonly string[]): MediaType {
  const options = parameterValue(parameters, 'options').split('|');
  const of = parameterValue(parameters, 'for');
  return {
    kind: 'plan',
    format: name.endsWith('+json') ? 'json' : 'text',
    of: readMediaType(of === '' ? 'application/json' : of),
    options: planOptions.filter((option) => options.includes(option)),
  };
}

function readMediaType(entry: string): MediaType {
  const [name = '', ...parameters] = (entry.toLowerCase().match(/(?:[^;"]|"[^"]*")+/g) ?? []).map(
    (part) => part.trim(),
  );
  const strip = parameters.includes('nulls=stripped');
  switch (name) {
    case '*/*':
      return { kind: 'any' };
    case 'application/json':
      return { kind: 'json', strip: false };
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return { kind: 'json', strip };
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return { kind: 'object', strip };
    case 'text/csv':
      return { kind: 'csv' };
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
    case 'application/vnd.pgrst.plan+json':
      return readPlan(name, parameters);
    default:
      return { kind: 'other', name };
  }
}

/** Returns the weight of an entry of Accept. Parameters make it more specific, wildcards less. */
function weightOf(entry: string): { quality: number; specificity: number } {
  const [type = '', weight] = entry.split(/;\s*q\s*=\s*(?=[0-9.])/i);
  return {
    quality: weight === undefined ? 1 : parseFloat(weight),
    specificity: type.split(';').length - type.split('*').length,
  };
}

const any: readonly MediaType[] = [{ kind: 'any' }];

/**
 * Parses the Accept header. The preferred media type comes first, the more specific of two equally
 * good ones.
 */
export function parseAccept(header: string | null): readonly MediaType[] {
  if (header === null || header.trim() === '' || header === '*/*') return any;
  return (header.match(/(?:[^,"]|"[^"]*")+/g) ?? [])
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => ({ media: readMediaType(entry), ...weightOf(entry) }))
    .sort((a, b) => b.quality - a.quality || b.specificity - a.specificity)
    .map(({ media }) => media);
}

function mediaTypeName(media: MediaType): string {
  switch (media.kind) {
    case 'json':
      return media.strip ? 'application/vnd.pgrst.array+json;nulls=stripped' : 'application/json';
    case 'object':
      return `application/vnd.pgrst.object+json${media.strip ? ';nulls=stripped' : ''}`;
    case 'csv':
      return 'text/csv';
    case 'other':
      return media.name;
    case 'any':
      return '*/*';
    case 'plan': {
      const options = media.options.length === 0 ? '' : `; options=${media.options.join('|')}`;
      return `application/vnd.pgrst.plan+${media.format}; for="${mediaTypeName(media.of)}"${options}`;
    }
  }
}

const textual: ReadonlySet<string> = new Set(['text/plain', 'text/xml', 'application/geo+json']);

export function contentType(media: MediaType): string {
  const name = mediaTypeName(media);
  return media.kind === 'other' && !textual.has(name) ? name : `${name}; charset=utf-8`;
}

/**
 * Returns the representation of the first accepted media type that has one. Throws PGRST107 if
 * none has.
 */
export function chooseMedia<Representation>(
  accept: readonly MediaType[],
  representationOf: (media: MediaType) => Representation | null,
): Representation {
  for (const media of accept) {
    const representation = representationOf(media);
    if (representation !== null) return representation;
  }
  throw refuse.mediaType(accept.map(mediaTypeName).join(', '));
}

import { refuse } from '#server/rest/rest-error.ts';

/** In what form an answer is wanted. */
export type MediaType =
  | { readonly kind: 'json'; readonly strip: boolean }
  | { readonly kind: 'object'; readonly strip: boolean }
  | { readonly kind: 'csv' }
  /** Every type not named above; only some answers can be had in it. */
  | { readonly kind: 'other'; readonly name: string }
  /** No matter which. */
  | { readonly kind: 'any' }
  /** How PostgreSQL would make an answer of that other form. */
  | {
      readonly kind: 'plan';
      readonly format: 'text' | 'json';
      readonly of: MediaType;
      readonly options: readonly PlanOption[];
    };

const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;
type PlanOption = (typeof planOptions)[number];

/** The value of a parameter, without its quotes. */
function valueOf(parameters: readonly string[], name: string): string {
  const found = parameters.find((parameter) => parameter.startsWith(`${name}=`)) ?? '';
  return found.slice(name.length + 1).replace(/^"(.*)"$/, '$1');
}

function readPlan(name: string, parameters: readonly string[]): MediaType {
  const asked = valueOf(parameters, 'options').split('|');
  const of = valueOf(parameters, 'for');
  return {
    kind: 'plan',
    format: name.endsWith('+json') ? 'json' : 'text',
    of: readOne(of === '' ? 'application/json' : of),
    options: planOptions.filter((option) => asked.includes(option)),
  };
}

function readOne(entry: string): MediaType {
  const [name = '', ...parameters] = (entry.toLowerCase().match(/(?:[^;"]|"[^"]*")+/g) ?? []).map(
    (part) => part.trim(),
  );
  const strip = parameters.includes('nulls=stripped');
  switch (name) {
    case '*/*':
    case 'application/*':
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

function quality(entry: string): number {
  const given = /;\s*q\s*=\s*([0-9.]+)/i.exec(entry)?.[1];
  return given === undefined ? 1 : Number(given);
}

const any: readonly MediaType[] = [{ kind: 'any' }];

/** Reads Accept: the forms that are taken, the preferred first. */
export function parseAccept(header: string | null): readonly MediaType[] {
  if (header === null || header.trim() === '' || header === '*/*') return any;
  return (header.match(/(?:[^,"]|"[^"]*")+/g) ?? [])
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => ({ media: readOne(entry), quality: quality(entry) }))
    .sort((a, b) => b.quality - a.quality)
    .map(({ media }) => media);
}

function nameOf(media: MediaType): string {
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
      return `application/vnd.pgrst.plan+${media.format}; for="${nameOf(media.of)}"${options}`;
    }
  }
}

const textual: ReadonlySet<string> = new Set(['text/plain', 'text/xml', 'application/geo+json']);

/** As Content-Type. */
export function contentType(media: MediaType): string {
  const name = nameOf(media);
  return media.kind === 'other' && !textual.has(name) ? name : `${name}; charset=utf-8`;
}

/** The first of the accepted forms that can be made. Throws PGRST107 when none can. */
export function chooseMedia<Form>(
  accept: readonly MediaType[],
  make: (media: MediaType) => Form | null,
): Form {
  for (const media of accept) {
    const made = make(media);
    if (made !== null) return made;
  }
  throw refuse.mediaType(accept.map(nameOf).join(', '));
}

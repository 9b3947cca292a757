/** A content coding that this server produces. */
export type ContentCoding = 'br' | 'gzip';

/** The better coding first: it wins if the client weighs both alike. */
const codings: readonly ContentCoding[] = ['br', 'gzip'];

/** The codings that a client accepts (RFC 9110, section 12.5.3). */
export interface AcceptedCodings {
  /** The coding that the client prefers; null if it accepts none of ours. */
  readonly best: ContentCoding | null;
  /** Whether the client accepts a response without a coding. */
  readonly identity: boolean;
}

const onlyIdentity: AcceptedCodings = { best: null, identity: true };

/** A coding with its weight, such as `gzip;q=0.5`. */
const member = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i;

/** Parses Accept-Encoding. Members that can't be read are ignored. */
export function acceptedCodings(header: string | null): AcceptedCodings {
  if (header === null) return onlyIdentity;
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [, name = '', weight = '1'] = member.exec(part) ?? [];
    if (name !== '') weights.set(name.toLowerCase().replace(/^x-(?=gzip$)/, ''), Number(weight));
  }
  const others = weights.get('*');
  const weightOf = (coding: ContentCoding) => weights.get(coding) ?? others ?? 0;
  const [best = null] = codings
    .filter((coding) => weightOf(coding) > 0)
    .toSorted((one, other) => weightOf(other) - weightOf(one));
  const identity = weights.get('identity') ?? (others === 0 ? 0 : 1);
  const isBetter = best !== null && weightOf(best) >= (weights.get('identity') ?? 0);
  return { best: isBetter || identity === 0 ? best : null, identity: identity > 0 };
}

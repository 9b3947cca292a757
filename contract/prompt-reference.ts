import { isLowerCaseUuid } from './uuid.ts';

/** The version of a prompt that a reference asks for. */
type VersionSelector =
  | { readonly kind: 'latest' }
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'label'; readonly label: string };

/** A prompt as programs name it: `NAME_OR_ID`, `NAME_OR_ID@7`, `NAME_OR_ID@production`. */
export interface PromptReference {
  /** The prompt's id is between these two, and equal if the reference has a whole id. */
  readonly firstId: string;
  readonly lastId: string;
  /** The last hexadecimal digits of the id. */
  readonly idEnd: string;
  /** The title's slug in the reference; empty without one. */
  readonly slug: string;
  readonly selector: VersionSelector;
}

/** Longer ones name nothing. */
export const maxReferenceLength = 200;
const maxSlugLength = 40;
/** A name: the first 12 and the last 4 hexadecimal digits of the id, after the slug. */
const namePattern = /^(?:([a-z0-9-]*)-)?([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})$/;
const versionPattern = /^[1-9]\d{0,8}$/;
const labelPattern = /^[a-z][a-z0-9._-]{0,62}$/;

/**
 * Returns the name by which programs know a prompt. The id's digits make it unique, so it still
 * works after the prompt was renamed.
 */
export function promptName({ id, title }: { readonly id: string; readonly title: string }): string {
  const digits = id.replaceAll('-', '');
  const slug = slugOf(title);
  return `${slug}${slug === '' ? '' : '-'}${digits.slice(0, 12)}${digits.slice(-4)}`;
}

/** Returns a title in lower-case ASCII letters, digits and hyphens; empty if nothing is left. */
export function slugOf(title: string): string {
  return title
    .slice(0, 4 * maxSlugLength)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replaceAll(/^-+|-+$/g, '');
}

/** Parses a reference; null if it can't name a prompt. Ignores case, and the slug of a name. */
export function parseReference(text: string): PromptReference | null {
  if (text.length > maxReferenceLength) return null;
  const [target = '', selectorText, ...rest] = text.trim().toLowerCase().split('@');
  const selector = parseSelector(selectorText);
  if (selector === null || rest.length > 0) return null;
  if (isLowerCaseUuid(target)) {
    return { firstId: target, lastId: target, idEnd: target.slice(-4), slug: '', selector };
  }
  const [, slug = '', first, second, idEnd] = namePattern.exec(target) ?? [];
  if (first === undefined || second === undefined || idEnd === undefined) return null;
  return {
    firstId: `${first}-${second}-0000-0000-000000000000`,
    lastId: `${first}-${second}-ffff-ffff-ffffffffffff`,
    idEnd,
    slug,
    selector,
  };
}

function parseSelector(text: string | undefined): VersionSelector | null {
  if (text === undefined || text === 'latest') return { kind: 'latest' };
  if (versionPattern.test(text)) return { kind: 'version', version: Number(text) };
  return labelPattern.test(text) ? { kind: 'label', label: text } : null;
}

import type { IncludedTexts } from '#templating/expand-includes.ts';
import {
  findReferences,
  formatReference,
  mapReferences,
  referenceKey,
} from '#templating/references.ts';

/** Tells prompts of the same name apart: the end of an id differs, its start is a time. */
const shownOfId = 4;

/**
 * Returns contents with the titles of included prompts in place of their ids, to be read and compared.
 * Different prompts get different names, so that no difference is lost.
 */
export function nameReferences(contents: readonly string[], texts: IncludedTexts): string[] {
  const titles = new Map<string, string>();
  for (const reference of contents.flatMap(findReferences)) {
    const { id } = reference;
    const title = texts.get(referenceKey(reference) ?? '')?.title;
    if (id !== null && (title || !titles.has(id))) titles.set(id, title ?? 'missing prompt');
  }
  const taken = [...titles.values()];
  return contents.map((content) =>
    mapReferences(content, (reference) => {
      const title = titles.get(reference.id ?? '');
      if (reference.id === null || title === undefined) return null;
      const isShared = taken.indexOf(title) !== taken.lastIndexOf(title);
      const name = isShared ? `${title} (…${reference.id.slice(-shownOfId)})` : title;
      return formatReference(name, reference);
    }),
  );
}

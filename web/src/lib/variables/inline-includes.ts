import type { IncludedTexts } from './expand-includes.ts';
import { formatReference, mapReferences, parseReferences, referenceKey } from './references.ts';
import { bindVariables } from './variables.ts';

type Bindings = Readonly<Record<string, string>>;

/** Puts a prompt's text in the place of the references to it. References in that text stay. */
export function inlineIncludes(content: string, id: string, texts: IncludedTexts): string {
  return mapReferences(content, (reference) => {
    const text = texts.get(referenceKey(reference) ?? '')?.content ?? null;
    return reference.id === id && text !== null ? bindContent(text, reference.bindings) : null;
  });
}

/** Binds variables of a content, also those of the texts that it includes. */
function bindContent(content: string, bindings: Bindings): string {
  return parseReferences(content)
    .map((part) => {
      if (part.kind === 'text') return bindVariables(part.text, bindings);
      const { id, title, version, bindings: own } = part.reference;
      const bound = Object.entries(own).map(
        ([name, value]) => [name, bindVariables(value, bindings)] as const,
      );

      return formatReference(id ?? title ?? '', {
        version,
        bindings: { ...bindings, ...Object.fromEntries(bound) },
      });
    })
    .join('');
}

/** Makes the references to the latest text of a prompt refer to a version. */
export function pinReferences(content: string, id: string, version: number): string {
  return mapReferences(content, (reference) =>
    reference.id === id && reference.version === null
      ? formatReference(id, { version, bindings: reference.bindings })
      : null,
  );
}

import type { IncludedTexts } from '#templating/expand-includes.ts';
import {
  findReferences,
  formatReference,
  mapReferences,
  parseReferences,
  referenceKey,
} from '#templating/references.ts';
import { bindVariables } from '#templating/variables.ts';

type Bindings = Readonly<Record<string, string>>;

/** The replacement of references to deleted prompts: their text, or a pin to the last version. */
export type IncludeReplacement = 'text' | 'pin';

/** As many levels as a text can have. */
const maxLevels = 10;

/**
 * Makes a content independent of the latest texts of some prompts. A text that includes another one
 * of them can't be pinned, and is put in. References to other prompts stay.
 */
export function replaceIncludes(
  content: string,
  ids: ReadonlySet<string>,
  texts: IncludedTexts,
  replacement: IncludeReplacement,
  levels = maxLevels,
): string {
  return mapReferences(content, (reference) => {
    const { id, bindings } = reference;
    const text = texts.get(referenceKey(reference) ?? '');
    if (levels === 0 || id === null || !ids.has(id) || !text || text.content === null) return null;
    const includesOthers = findReferences(text.content).some(
      (inner) => inner.version === null && inner.id !== null && ids.has(inner.id),
    );
    if (replacement === 'pin' && text.version !== null && !includesOthers) {
      return reference.version === null
        ? formatReference(id, { version: text.version, bindings })
        : null;
    }
    const bound = bindContent(text.content, bindings);
    return replaceIncludes(bound, ids, texts, replacement, levels - 1);
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

import { useMemo } from 'react';
import { hideReferenceIds } from '#web/lib/variables/hide-reference-ids.ts';
import { nameReferences } from '#web/lib/variables/name-references.ts';
import { useIncludedTexts } from './included-texts.ts';

/**
 * Returns two contents to be compared: with the titles of included prompts in place of their ids.
 */
export function useNamedContents(before: string, after: string): readonly [string, string] {
  const texts = useIncludedTexts(`${before}\n${after}`);
  return useMemo(() => {
    const contents = [before, after];
    const [one = '', two = ''] = texts
      ? nameReferences(contents, texts)
      : contents.map(hideReferenceIds);
    return [one, two];
  }, [before, after, texts]);
}

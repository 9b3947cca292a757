import { addTags } from './add-tags.ts';
import { checkValues, type PromptValues } from './prompt-values.ts';

/**
 * Returns the toast for values, or a typed tag, that can't be saved; `missing` if title or content
 * is blank.
 */
export function invalidMessage(values: PromptValues, tagText: string, missing: string): string {
  if (values.title.trim() === '' || values.content.trim() === '') return missing;
  const [error] = Object.values(checkValues(values));
  return error ?? addTags(values.tags, tagText).problem ?? missing;
}

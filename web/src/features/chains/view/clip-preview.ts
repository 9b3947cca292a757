import { limits } from '#contract/limits.ts';
import { firstCharacters } from '#web/lib/text/first-characters.ts';

/** Cuts a text to 150 characters and an ellipsis; a shorter text stays as it is. */
export function clipPreview(text: string): string {
  const start = firstCharacters(text, limits.stepPreviewLength);
  return start === text ? text : `${start}…`;
}

import { limits } from '#contract/limits.ts';

/**
 * Cuts a text to 150 characters and an ellipsis; a shorter text stays as it is. Never splits a
 * character.
 */
export function clipPreview(text: string): string {
  // A character is at most two code units.
  const characters = Array.from(text.slice(0, limits.stepPreviewLength * 2 + 2));
  if (characters.length <= limits.stepPreviewLength) return text;
  return `${characters.slice(0, limits.stepPreviewLength).join('')}…`;
}

import { limits } from '#contract/limits.ts';

/** The first 150 characters with an ellipsis; a shorter text as it is. No character is cut in two. */
export function clipPreview(text: string): string {
  // Twice as many units hold so many characters at least.
  const characters = Array.from(text.slice(0, limits.stepPreviewLength * 2 + 2));
  if (characters.length <= limits.stepPreviewLength) return text;
  return `${characters.slice(0, limits.stepPreviewLength).join('')}…`;
}

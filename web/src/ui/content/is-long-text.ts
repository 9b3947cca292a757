const longFrom = 20_000;

/** Returns whether a text is so long that the browser should lay out only its visible part. */
export function isLongText(text: string): boolean {
  return text.length > longFrom;
}

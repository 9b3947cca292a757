const longFrom = 20_000;

/** Whether a text has so many characters that a browser should lay out only what is in sight of it. */
export function isLongText(text: string): boolean {
  return text.length > longFrom;
}

/**
 * Writes a text to the clipboard, also one that is still loading. Safari and Firefox let a page
 * write only as part of a click, so the write starts at once and waits for the text.
 */
export async function writeClipboard(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text);
  const loading = text.then((loaded) => new Blob([loaded], { type: 'text/plain' }));
  // The write below fails with it.
  loading.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': loading })]);
}

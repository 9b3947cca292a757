/** Hands a file to the browser, which keeps it among the downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

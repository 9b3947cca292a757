/** Downloads a text as a file. */
export function downloadText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Late enough for the browser to have read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

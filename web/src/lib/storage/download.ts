/** How long the browser may take to read a file that it saves. */
const readMs = 60_000;

/** Saves what a URL of this origin serves, without leaving the page. */
export function downloadFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Saves bytes or a text as a file. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  downloadFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), readMs);
}

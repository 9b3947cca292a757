import { onTestFinished } from 'vitest';
import { commands } from 'vitest/browser';

/** Shows the page as it is printed, until the end of the test. */
export async function printPage(): Promise<void> {
  onTestFinished(() => commands.emulateMedia(null));
  await commands.emulateMedia('print');
}

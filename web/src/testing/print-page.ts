import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Shows the page as it is printed, until the end of the test. */
export async function printPage(): Promise<void> {
  const show = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => {
    await show('');
  });
  await show('print');
}

import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Dialog, Menu, SidePanel } from '#web/ui/overlay/overlays.tsx';
import { startNavigation } from './page-navigation.ts';

/** A page with a menu, a panel, and a dialog that opens above that. */
function PageWithOverlays() {
  const [isOpen, setOpen] = useState(true);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <SidePanel open={isOpen} onOpenChange={setOpen} title="Prompt">
        <button type="button" onClick={() => setAsks(true)}>
          Discard
        </button>
      </SidePanel>
      <Menu
        trigger={<button type="button">More</button>}
        items={[{ label: 'Duplicate', onSelect: () => undefined }]}
      />
      <Dialog open={asks} onOpenChange={setAsks} title="Discard it?">
        Your changes are lost.
      </Dialog>
    </>
  );
}

it('closes menus and dialogs above the page one by one on the way back, and then goes back', async () => {
  const navigation = startNavigation([{ path: '*', load: () => Promise.resolve() }]);
  await navigation.firstPage;
  const first = location.pathname;
  const paths: string[] = [];
  navigation.subscribe(({ location }) => paths.push(location.pathname));
  navigation.navigator.push('/library');
  await vi.waitFor(() => expect(location.pathname).toBe('/library'));
  await renderScreen(<PageWithOverlays />);
  const panel = page.getByRole('dialog', { name: 'Prompt' });
  const question = page.getByRole('dialog', { name: 'Discard it?' });
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(question).toBeVisible();
  history.back();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(panel).toBeVisible();
  history.back();
  await expect.element(panel).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  history.back();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  expect(paths).toEqual([first, '/library']);
  expect(location.pathname).toBe('/library');
  history.back();
  await vi.waitFor(() => expect(paths).toEqual([first, '/library', first]));
});

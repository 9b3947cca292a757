import { lazy } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { OnceOpened } from './once-opened.tsx';

it('says that an overlay is loading while its script is', async () => {
  const script = Promise.withResolvers<{ default: () => string }>();
  const Overlay = lazy(() => script.promise);
  await renderScreen(
    <OnceOpened open>
      <Overlay />
    </OnceOpened>,
  );
  await expect.element(page.getByText('Loading...')).toBeInViewport();
  script.resolve({ default: () => 'Here it is' });
  await expect.element(page.getByText('Here it is')).toBeVisible();
  await expect.element(page.getByText('Loading...')).not.toBeInTheDocument();
});

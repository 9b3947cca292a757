import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { startNavigation } from './page-navigation.ts';
import { NavigationStatus } from './shell/navigation-status.tsx';

const address = location.href;
afterEach(() => history.replaceState(null, '', address));

it('shows and announces that the script of a page is loading, but not the first one', async () => {
  const script = Promise.withResolvers<void>();
  const root = document.documentElement;
  const navigation = startNavigation([
    { path: '/slow', load: () => script.promise },
    { path: '*', load: () => Promise.resolve() },
  ]);
  expect(root.hasAttribute('data-navigating')).toBe(false);
  await navigation.firstPage;
  await renderScreen(<NavigationStatus />);
  navigation.navigator.push('/slow');
  const { animationDelay, borderTopWidth } = getComputedStyle(root, '::before');
  // Tests prefer reduced motion.
  expect([animationDelay, borderTopWidth]).toEqual(['0.25s', '2px']);
  await expect.element(page.getByText('Loading page', { exact: true })).toBeInTheDocument();
  script.resolve();
  await expect.element(page.getByText('Loading page', { exact: true })).not.toBeInTheDocument();
  expect(root.hasAttribute('data-navigating')).toBe(false);
});

import { useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { usePageLibrary } from '#web/lib/react/page-library.ts';
import { earlierPaths } from '#web/lib/react/visited-pages.ts';
import { sectionOf } from './navigation.ts';

/** Returns the path whose section of the app is shown. */
export function useSection(): string {
  const { pathname } = useLocation();
  return sectionOf(pathname, earlierPaths(), usePageLibrary() ?? routes.library);
}

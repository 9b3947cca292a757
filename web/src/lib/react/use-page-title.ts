import { useEffect } from 'react';

let site = '';

/** What stands after every page's title: the name of the installation. Said once, at the start. */
export function setSiteTitle(name: string): void {
  site = name;
}

/** Names the document while the page is shown; null names only the site. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? site : `${title} · ${site}`;
  }, [title]);
}

import { useEffect } from 'react';

let site = '';

/** Sets the suffix of every page's title: the installation's name. Call it once, at startup. */
export function setSiteTitle(name: string): void {
  site = name;
}

/** Sets the document's title; null sets only the installation's name. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? site : `${title} · ${site}`;
  }, [title]);
}

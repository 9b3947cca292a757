import { useEffect } from 'react';

/**
 * Stands in for the package of this name (vite.config.ts): one shared style sheet that lives as long
 * as a component shows it. This one is constructed, not an inline element, so that it is allowed
 * under `style-src 'self'`.
 */
export function styleHookSingleton(): (styles: string) => void {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;

  return function useStyles(styles) {
    useEffect(() => {
      if (sheet === null) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      users += 1;
      return () => {
        users -= 1;
        if (users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
        sheet = null;
      };
    }, [styles]);
  };
}

/** The component form, which takes the sheet as a property. */
export function styleSingleton(): (props: { styles: string }) => null {
  const useStyles = styleHookSingleton();
  return function Sheet({ styles }) {
    useStyles(styles);
    return null;
  };
}

import { useEffect } from 'react';

/**
 * Replaces the package of this name (vite.config.ts): a shared style sheet that exists while a
 * component uses it. It is a constructed sheet, not an inline element, which `style-src 'self'`
 * allows.
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

/** The same as a component, with the sheet as a prop. */
export function styleSingleton(): (props: { styles: string }) => null {
  const useStyles = styleHookSingleton();
  return function Sheet({ styles }) {
    useStyles(styles);
    return null;
  };
}

import { createContext, useContext, type ReactNode } from 'react';

/** Renders remarks on a prompt's text. The app provides it, since features don't import each other. */
export const RenderRemarks = createContext<(content: string) => ReactNode>(() => null);

/** Remarks on the text that is being written. */
export function ContentRemarks({ content }: { readonly content: string }): ReactNode {
  return useContext(RenderRemarks)(content);
}

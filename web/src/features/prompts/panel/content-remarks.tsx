import { createContext, useContext, type ReactNode } from 'react';

type RenderRemarks = (content: string, as: 'list' | 'count') => ReactNode;

/** Renders remarks on a prompt's text. The app provides it, since features don't import each other. */
export const RemarksContext = createContext<RenderRemarks>(() => null);

interface ContentRemarksProps {
  readonly content: string;
}

/** Remarks on the text that is being written. */
export function ContentRemarks({ content }: ContentRemarksProps): ReactNode {
  return useContext(RemarksContext)(content, 'list');
}

/** The number of remarks, for the button that leads to them; nothing if there are none. */
export function RemarkCount({ content }: ContentRemarksProps): ReactNode {
  return useContext(RemarksContext)(content, 'count');
}
